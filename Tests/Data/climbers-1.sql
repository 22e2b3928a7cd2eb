-- A store of climbers in the tables of version 1: two that were added by steps, one that another tool has added.
PRAGMA application_id = 1129072973;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE store_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO store_setting VALUES('collation','sv_SE');
INSERT INTO store_setting VALUES('derivation','1 2.153.120.42.0 sv_SE');
CREATE TABLE store_change_counter (table_name TEXT PRIMARY KEY, value INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO store_change_counter VALUES('climber',6);
CREATE TABLE store_writer (step INTEGER NOT NULL);
INSERT INTO store_writer VALUES(0);
CREATE TABLE store_step (
  number INTEGER PRIMARY KEY,
  label TEXT NOT NULL,
  made_at TEXT NOT NULL,
  changeset BLOB,
  bulk_table TEXT, bulk_first INTEGER, bulk_last INTEGER, bulk_count INTEGER,
  is_undone INTEGER NOT NULL DEFAULT 0,
  last_commit INTEGER NOT NULL DEFAULT 0,
  is_refused INTEGER NOT NULL DEFAULT 0);
INSERT INTO store_step VALUES(1,'Add Åsa','2026-11-30T03:05:55.854Z',X'540401000000636c696d6265720012000100000000000000010301310304c38573610305556d65c3a554020100636c696d6265725f7374616d700012010100000000000000010100000000000000015403010200636c696d6265725f636c75620012000100000000000000010306416c70696e6101000000000000000012000100000000000000010304c3967374010000000000000001',NULL,NULL,NULL,NULL,0,1,0);
INSERT INTO store_step VALUES(2,'Add Zoë','2026-11-30T03:05:55.859Z',X'540401000000636c696d62657200120001000000000000000203013203045a6fc3ab0554020100636c696d6265725f7374616d700012010100000000000000020100000000000000025403010200636c696d6265725f636c75620012000100000000000000020306416c70696e61010000000000000000',NULL,NULL,NULL,NULL,0,2,0);
CREATE TABLE store_commit (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  step INTEGER NOT NULL,
  is_undo INTEGER NOT NULL,
  counters_before TEXT NOT NULL,
  counters_after TEXT NOT NULL);
INSERT INTO store_commit VALUES(1,1,0,'{"climber":0}','{"climber":3}');
INSERT INTO store_commit VALUES(2,2,0,'{"climber":3}','{"climber":5}');
CREATE TABLE climber (pk INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE DEFAULT (printf('%08x-%04x-7%03x-%04x-%012x', CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) >> 16, CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) & 65535, random() & 4095, 32768 | (random() & 16383), random() & 281474976710655)), name TEXT NOT NULL, town TEXT);
INSERT INTO climber VALUES(1,'1','Åsa','Umeå');
INSERT INTO climber VALUES(2,'2','Zoë',NULL);
INSERT INTO climber VALUES(3,'3','Ulf',NULL);
CREATE TABLE climber_stamp (pk INTEGER PRIMARY KEY, step INTEGER NOT NULL);
INSERT INTO climber_stamp VALUES(1,1);
INSERT INTO climber_stamp VALUES(2,2);
INSERT INTO climber_stamp VALUES(3,0);
CREATE TABLE climber_derived (pk INTEGER PRIMARY KEY, name_sort BLOB, town_sort BLOB);
INSERT INTO climber_derived VALUES(1,X'5d77024e2a010701c606',X'5242325d7702010801dc07');
INSERT INTO climber_derived VALUES(2,X'5c463201439601dc07',NULL);
CREATE TABLE climber_pending (pk INTEGER PRIMARY KEY);
INSERT INTO climber_pending VALUES(3);
CREATE TABLE climber_journal (number INTEGER PRIMARY KEY AUTOINCREMENT, pk INTEGER);
INSERT INTO climber_journal VALUES(1,NULL);
INSERT INTO climber_journal VALUES(2,1);
INSERT INTO climber_journal VALUES(3,2);
CREATE TABLE club (name TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO club VALUES('Alpina');
INSERT INTO club VALUES('Öst');
CREATE TABLE climber_club (
  climber INTEGER NOT NULL REFERENCES climber (pk) ON DELETE CASCADE,
  club TEXT NOT NULL REFERENCES club (name) ON UPDATE CASCADE ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (climber, club)) WITHOUT ROWID;
INSERT INTO climber_club VALUES(1,'Alpina',0);
INSERT INTO climber_club VALUES(1,'Öst',1);
INSERT INTO climber_club VALUES(2,'Alpina',0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('climber_journal',3);
INSERT INTO sqlite_sequence VALUES('climber',3);
INSERT INTO sqlite_sequence VALUES('store_commit',2);
CREATE TRIGGER climber_inserted AFTER INSERT ON climber WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  DELETE FROM climber_club WHERE climber = new.pk AND EXISTS (SELECT 1 FROM climber_pending WHERE pk = new.pk);
  DELETE FROM climber_derived WHERE pk = new.pk;
  INSERT INTO climber_pending (pk) SELECT pk FROM climber
    WHERE pk = new.pk AND NOT EXISTS (SELECT 1 FROM climber_pending WHERE pk = new.pk);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'climber';
END;
CREATE TRIGGER climber_updated AFTER UPDATE ON climber BEGIN
  DELETE FROM climber_derived WHERE pk = old.pk;
  INSERT INTO climber_pending (pk) SELECT pk FROM climber
    WHERE pk = old.pk AND NOT EXISTS (SELECT 1 FROM climber_pending WHERE pk = old.pk);
  DELETE FROM climber_derived WHERE pk = new.pk;
  INSERT INTO climber_pending (pk) SELECT pk FROM climber
    WHERE pk = new.pk AND NOT EXISTS (SELECT 1 FROM climber_pending WHERE pk = new.pk);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'climber';
END;
CREATE TRIGGER climber_rekeyed AFTER UPDATE OF pk ON climber WHEN new.pk <> old.pk BEGIN
  DELETE FROM climber_club WHERE climber = new.pk;
  UPDATE climber_club SET climber = new.pk WHERE climber = old.pk;
  DELETE FROM climber_stamp WHERE pk = old.pk;
END;
CREATE TRIGGER climber_deleted AFTER DELETE ON climber BEGIN
  DELETE FROM climber_derived WHERE pk = old.pk;
  DELETE FROM climber_pending WHERE pk = old.pk;
  DELETE FROM climber_club WHERE climber = old.pk;
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'climber';
END;
CREATE TRIGGER climber_derived_made AFTER INSERT ON climber_derived WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO climber_journal (pk) VALUES (new.pk);
END;
CREATE TRIGGER climber_derived_removed AFTER DELETE ON climber_derived WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO climber_journal (pk) VALUES (old.pk);
END;
CREATE TRIGGER climber_insert_stamped AFTER INSERT ON climber WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM climber_stamp WHERE pk = new.pk;
  INSERT INTO climber_stamp (pk, step) SELECT new.pk, step FROM store_writer;
END;
CREATE TRIGGER climber_update_stamped AFTER UPDATE ON climber WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM climber_stamp WHERE pk = new.pk;
  INSERT INTO climber_stamp (pk, step) SELECT new.pk, step FROM store_writer;
END;
CREATE TRIGGER climber_delete_stamped AFTER DELETE ON climber WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM climber_stamp WHERE pk = old.pk;
END;
CREATE TRIGGER climber_before_insert BEFORE INSERT ON climber WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO climber_pending (pk) SELECT pk FROM climber WHERE (id = new.id OR pk = new.pk) AND pk NOT IN (SELECT pk FROM climber_pending);
  DELETE FROM climber_derived WHERE pk IN (SELECT pk FROM climber WHERE (id = new.id OR pk = new.pk));
END;
CREATE TRIGGER climber_before_rekey BEFORE UPDATE OF id, pk ON climber WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO climber_pending (pk) SELECT pk FROM climber WHERE (id = new.id OR pk = new.pk) AND pk <> old.pk AND pk NOT IN (SELECT pk FROM climber_pending);
  DELETE FROM climber_derived WHERE pk IN (SELECT pk FROM climber WHERE (id = new.id OR pk = new.pk) AND pk <> old.pk);
END;
CREATE INDEX climber_club_by_club ON climber_club (club);
CREATE TRIGGER climber_club_kept AFTER INSERT ON climber_club BEGIN INSERT INTO club (name) SELECT new.club WHERE NOT EXISTS (SELECT 1 FROM club WHERE name = new.club); END;
CREATE TRIGGER climber_club_inserted AFTER INSERT ON climber_club WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  DELETE FROM climber_derived WHERE pk = new.climber;
  INSERT INTO climber_pending (pk) SELECT pk FROM climber
    WHERE pk = new.climber AND NOT EXISTS (SELECT 1 FROM climber_pending WHERE pk = new.climber);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'climber';
END;
CREATE TRIGGER climber_club_updated AFTER UPDATE ON climber_club BEGIN
  INSERT INTO club (name) SELECT new.club WHERE NOT EXISTS (SELECT 1 FROM club WHERE name = new.club);
  DELETE FROM club WHERE name = old.club AND NOT EXISTS (SELECT 1 FROM climber_club WHERE club = old.club);
  DELETE FROM climber_derived WHERE pk = old.climber;
  INSERT INTO climber_pending (pk) SELECT pk FROM climber
    WHERE pk = old.climber AND NOT EXISTS (SELECT 1 FROM climber_pending WHERE pk = old.climber);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'climber';
  DELETE FROM climber_derived WHERE pk = new.climber;
  INSERT INTO climber_pending (pk) SELECT pk FROM climber
    WHERE pk = new.climber AND NOT EXISTS (SELECT 1 FROM climber_pending WHERE pk = new.climber);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'climber';
END;
CREATE TRIGGER climber_club_deleted AFTER DELETE ON climber_club BEGIN
  DELETE FROM club WHERE name = old.club AND NOT EXISTS (SELECT 1 FROM climber_club WHERE club = old.club);
  DELETE FROM climber_derived WHERE pk = old.climber;
  INSERT INTO climber_pending (pk) SELECT pk FROM climber
    WHERE pk = old.climber AND NOT EXISTS (SELECT 1 FROM climber_pending WHERE pk = old.climber);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'climber';
END;
CREATE TRIGGER climber_club_insert_stamped AFTER INSERT ON climber_club WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM climber_stamp WHERE pk = new.climber;
  INSERT INTO climber_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM climber WHERE pk = new.climber;
END;
CREATE TRIGGER climber_club_update_stamped AFTER UPDATE ON climber_club WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM climber_stamp WHERE pk = old.climber;
  INSERT INTO climber_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM climber WHERE pk = old.climber;
  DELETE FROM climber_stamp WHERE pk = new.climber;
  INSERT INTO climber_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM climber WHERE pk = new.climber;
END;
CREATE TRIGGER climber_club_delete_stamped AFTER DELETE ON climber_club WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM climber_stamp WHERE pk = old.climber;
  INSERT INTO climber_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM climber WHERE pk = old.climber;
END;
CREATE TRIGGER club_deleted AFTER DELETE ON club BEGIN
  DELETE FROM climber_club WHERE club = old.name;
END;
CREATE TRIGGER club_renamed AFTER UPDATE OF name ON club WHEN new.name <> old.name BEGIN
  DELETE FROM climber_club WHERE club = old.name
    AND climber IN (SELECT climber FROM climber_club WHERE club = new.name);
  UPDATE climber_club SET club = new.name WHERE club = old.name;
END;
CREATE INDEX climber_by_name_sort ON climber_derived (name_sort);
CREATE INDEX climber_by_town_sort_name_sort ON climber_derived (town_sort, name_sort);
COMMIT;
