-- A friends' store of version 1: an import that is undone, an edit, and a friend whom another tool has added.
PRAGMA application_id = 1111839572;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE store_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO store_setting VALUES('collation','sv_SE');
INSERT INTO store_setting VALUES('derivation','1 2.153.120.42.0 sv_SE');
INSERT INTO store_setting VALUES('engine_version','1');
INSERT INTO store_setting VALUES('schema_objects','["store_setting","store_change_counter","store_writer","store_step","store_commit","friend","friend_stamp","friend_derived","friend_pending","friend_journal","friend_inserted","friend_updated","friend_rekeyed","friend_deleted","friend_derived_made","friend_derived_removed","friend_insert_stamped","friend_update_stamped","friend_delete_stamped","friend_before_insert","friend_before_rekey","tag","friend_tag","friend_tag_by_tag","friend_tag_kept","friend_tag_inserted","friend_tag_updated","friend_tag_deleted","friend_tag_insert_stamped","friend_tag_update_stamped","friend_tag_delete_stamped","tag_deleted","tag_renamed","friend_by_meeting_place_sort_name_sort","friend_by_meeting_place_sort_desc_name_sort","friend_by_meeting_date_sort_name_sort","friend_by_meeting_date_sort_desc_name_sort","friend_by_name_sort_name_initial","friend_by_name_sort_desc_name_initial","friend_by_added_at_sort_desc","friend_by_added_at_sort"]');
INSERT INTO store_setting VALUES('schema_version','1');
CREATE TABLE store_change_counter (table_name TEXT PRIMARY KEY, value INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO store_change_counter VALUES('friend',11);
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
INSERT INTO store_step VALUES(1,'Add Zoë Castillo','2026-12-01T12:16:20.231Z',X'540a01000000000000000000667269656e64001200010000000000000001032430316132333138382d643330352d376435332d386333612d663933633430396230396236030d5a6fc3ab2043617374696c6c6f030c436c696d62696e672067796d030a323032312d30362d303903072d2d31322d3031032c5b7b226c6162656c223a22686f6d65222c2276616c7565223a222b3334203630302031323320343536227d5d03285b7b226c6162656c223a22222c2276616c7565223a227a6f65406578616d706c652e6f7267227d5d030b42656c6179732077656c6c0318323032362d31322d30315431323a31363a32302e3231345a54020100667269656e645f7374616d700012010100000000000000010100000000000000015403010200667269656e645f7461670012000100000000000000010304776f726b01000000000000000112000100000000000000010308636c696d62696e67010000000000000000',NULL,NULL,NULL,NULL,0,1,0);
INSERT INTO store_step VALUES(2,'Add Åsa Berg','2026-12-01T12:16:20.254Z',X'540a01000000000000000000667269656e64001200010000000000000002032430316132333138382d643331632d376662372d623538362d6137316238396262626331610309c385736120426572670305556d65c3a50304323030390503025b5d03025b5d03000318323032362d31322d30315431323a31363a32302e3234355a54020100667269656e645f7374616d700012010100000000000000020100000000000000025403010200667269656e645f7461670012000100000000000000020305436166c3a9010000000000000000',NULL,NULL,NULL,NULL,0,2,0);
INSERT INTO store_step VALUES(3,'Import i.csv','2026-12-01T12:16:20.276Z',X'','friend',3,4,2,1,5,0);
INSERT INTO store_step VALUES(4,'Edit Zoë Castillo','2026-12-01T12:16:20.300Z',X'540a01000000000000000000667269656e6400170001000000000000000100000000000000030b42656c6179732077656c6c000000000000000000031042656c61797320766572792077656c6c0054020100667269656e645f7374616d7000170101000000000000000101000000000000000100010000000000000004',NULL,NULL,NULL,NULL,0,4,0);
CREATE TABLE store_commit (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  step INTEGER NOT NULL,
  is_undo INTEGER NOT NULL,
  counters_before TEXT NOT NULL,
  counters_after TEXT NOT NULL);
INSERT INTO store_commit VALUES(1,1,0,'{"friend":0}','{"friend":3}');
INSERT INTO store_commit VALUES(2,2,0,'{"friend":3}','{"friend":5}');
INSERT INTO store_commit VALUES(3,3,0,'{"friend":5}','{"friend":5}');
INSERT INTO store_commit VALUES(4,4,0,'{"friend":5}','{"friend":6}');
INSERT INTO store_commit VALUES(5,3,1,'{"friend":7}','{"friend":11}');
CREATE TABLE friend (pk INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE DEFAULT (printf('%08x-%04x-7%03x-%04x-%012x', CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) >> 16, CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) & 65535, random() & 4095, 32768 | (random() & 16383), random() & 281474976710655)), name TEXT NOT NULL, meeting_place TEXT, meeting_date TEXT, birthday TEXT, phones TEXT NOT NULL DEFAULT '[]', emails TEXT NOT NULL DEFAULT '[]', note TEXT NOT NULL DEFAULT '', added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
INSERT INTO friend VALUES(1,'01a23188-d305-7d53-8c3a-f93c409b09b6','Zoë Castillo','Climbing gym','2021-06-09','--12-01','[{"label":"home","value":"+34 600 123 456"}]','[{"label":"","value":"zoe@example.org"}]','Belays very well','2026-12-01T12:16:20.214Z');
INSERT INTO friend VALUES(2,'01a23188-d31c-7fb7-b586-a71b89bbbc1a','Åsa Berg','Umeå','2009',NULL,'[]','[]','','2026-12-01T12:16:20.245Z');
INSERT INTO friend VALUES(5,'01a23188-d355-78de-b3b8-ed4a30f439a4','Ove',NULL,NULL,'1980-02-29','[]','[]','','2026-12-01T12:16:20.309Z');
CREATE TABLE friend_stamp (pk INTEGER PRIMARY KEY, step INTEGER NOT NULL);
INSERT INTO friend_stamp VALUES(1,4);
INSERT INTO friend_stamp VALUES(2,2);
INSERT INTO friend_stamp VALUES(5,0);
CREATE TABLE friend_derived (pk INTEGER PRIMARY KEY, name_sort BLOB, meeting_place_sort BLOB, meeting_date_sort TEXT, added_at_sort TEXT, name_initial TEXT, search_text TEXT);
INSERT INTO friend_derived VALUES(1,X'5c4632042e2a4e503a4040460143960d01dcc2dc0b',X'2e403a422c3a443604365a42011001dc0f','2021-06-09','2026-12-01T12:16:20.214Z','Z',replace('zoe castillo\nclimbing gym\nclimbing\nwork','\n',char(10)));
INSERT INTO friend_derived VALUES(2,X'5d77024e2a042c324c36010c01c6c3dc07',X'5242325d7702010801dc07','2009','2026-12-01T12:16:20.245Z','Å',replace('asa berg\numea\ncafe','\n',char(10)));
INSERT INTO friend_derived VALUES(5,X'465432010701dc06',NULL,NULL,'2026-12-01T12:16:20.309Z','O',replace('ove\n','\n',char(10)));
CREATE TABLE friend_pending (pk INTEGER PRIMARY KEY);
CREATE TABLE friend_journal (number INTEGER PRIMARY KEY AUTOINCREMENT, pk INTEGER);
INSERT INTO friend_journal VALUES(12,NULL);
INSERT INTO friend_journal VALUES(13,1);
INSERT INTO friend_journal VALUES(14,2);
INSERT INTO friend_journal VALUES(15,5);
CREATE TABLE tag (name TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO tag VALUES('Café');
INSERT INTO tag VALUES('climbing');
INSERT INTO tag VALUES('work');
CREATE TABLE friend_tag (
  friend INTEGER NOT NULL REFERENCES friend (pk) ON DELETE CASCADE,
  tag TEXT NOT NULL REFERENCES tag (name) ON UPDATE CASCADE ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (friend, tag)) WITHOUT ROWID;
INSERT INTO friend_tag VALUES(1,'climbing',0);
INSERT INTO friend_tag VALUES(1,'work',1);
INSERT INTO friend_tag VALUES(2,'Café',0);
CREATE TABLE friend_shelf(
  shelf_step,
  pk INT,
  id TEXT,
  name TEXT,
  meeting_place TEXT,
  meeting_date TEXT,
  birthday TEXT,
  phones TEXT,
  emails TEXT,
  note TEXT,
  added_at TEXT
);
INSERT INTO friend_shelf VALUES(3,3,'01a23188-d332-7043-911e-3e7d47909282','Eva','Kiruna',NULL,NULL,'[]','[]','first','2026-12-01T12:16:20.273Z');
INSERT INTO friend_shelf VALUES(3,4,'01a23188-d333-77e2-ac8e-9583fcedeb9a','Lo',NULL,NULL,NULL,'[]','[]','','2026-12-01T12:16:20.273Z');
CREATE TABLE friend_tag_shelf(
  shelf_step,
  friend INT,
  tag TEXT,
  position INT
);
INSERT INTO friend_tag_shelf VALUES(3,3,'Nord',0);
INSERT INTO friend_tag_shelf VALUES(3,3,'climbing',1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('friend_journal',15);
INSERT INTO sqlite_sequence VALUES('friend',5);
INSERT INTO sqlite_sequence VALUES('store_commit',5);
CREATE TRIGGER friend_inserted AFTER INSERT ON friend WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  DELETE FROM friend_tag WHERE friend = new.pk AND EXISTS (SELECT 1 FROM friend_pending WHERE pk = new.pk);
  DELETE FROM friend_derived WHERE pk = new.pk;
  INSERT INTO friend_pending (pk) SELECT pk FROM friend
    WHERE pk = new.pk AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = new.pk);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'friend';
END;
CREATE TRIGGER friend_updated AFTER UPDATE ON friend BEGIN
  DELETE FROM friend_derived WHERE pk = old.pk;
  INSERT INTO friend_pending (pk) SELECT pk FROM friend
    WHERE pk = old.pk AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = old.pk);
  DELETE FROM friend_derived WHERE pk = new.pk;
  INSERT INTO friend_pending (pk) SELECT pk FROM friend
    WHERE pk = new.pk AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = new.pk);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'friend';
END;
CREATE TRIGGER friend_rekeyed AFTER UPDATE OF pk ON friend WHEN new.pk <> old.pk BEGIN
  DELETE FROM friend_tag WHERE friend = new.pk;
  UPDATE friend_tag SET friend = new.pk WHERE friend = old.pk;
  DELETE FROM friend_stamp WHERE pk = old.pk;
END;
CREATE TRIGGER friend_deleted AFTER DELETE ON friend BEGIN
  DELETE FROM friend_derived WHERE pk = old.pk;
  DELETE FROM friend_pending WHERE pk = old.pk;
  DELETE FROM friend_tag WHERE friend = old.pk;
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'friend';
END;
CREATE TRIGGER friend_derived_made AFTER INSERT ON friend_derived WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO friend_journal (pk) VALUES (new.pk);
END;
CREATE TRIGGER friend_derived_removed AFTER DELETE ON friend_derived WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO friend_journal (pk) VALUES (old.pk);
END;
CREATE TRIGGER friend_insert_stamped AFTER INSERT ON friend WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM friend_stamp WHERE pk = new.pk;
  INSERT INTO friend_stamp (pk, step) SELECT new.pk, step FROM store_writer;
END;
CREATE TRIGGER friend_update_stamped AFTER UPDATE ON friend WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM friend_stamp WHERE pk = new.pk;
  INSERT INTO friend_stamp (pk, step) SELECT new.pk, step FROM store_writer;
END;
CREATE TRIGGER friend_delete_stamped AFTER DELETE ON friend WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM friend_stamp WHERE pk = old.pk;
END;
CREATE TRIGGER friend_before_insert BEFORE INSERT ON friend WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO friend_pending (pk) SELECT pk FROM friend WHERE (id = new.id OR pk = new.pk) AND pk NOT IN (SELECT pk FROM friend_pending);
  DELETE FROM friend_derived WHERE pk IN (SELECT pk FROM friend WHERE (id = new.id OR pk = new.pk));
END;
CREATE TRIGGER friend_before_rekey BEFORE UPDATE OF id, pk ON friend WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  INSERT INTO friend_pending (pk) SELECT pk FROM friend WHERE (id = new.id OR pk = new.pk) AND pk <> old.pk AND pk NOT IN (SELECT pk FROM friend_pending);
  DELETE FROM friend_derived WHERE pk IN (SELECT pk FROM friend WHERE (id = new.id OR pk = new.pk) AND pk <> old.pk);
END;
CREATE INDEX friend_tag_by_tag ON friend_tag (tag);
CREATE TRIGGER friend_tag_kept AFTER INSERT ON friend_tag BEGIN INSERT INTO tag (name) SELECT new.tag WHERE NOT EXISTS (SELECT 1 FROM tag WHERE name = new.tag); END;
CREATE TRIGGER friend_tag_inserted AFTER INSERT ON friend_tag WHEN (SELECT step FROM store_writer) <> -2 BEGIN
  DELETE FROM friend_derived WHERE pk = new.friend;
  INSERT INTO friend_pending (pk) SELECT pk FROM friend
    WHERE pk = new.friend AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = new.friend);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'friend';
END;
CREATE TRIGGER friend_tag_updated AFTER UPDATE ON friend_tag BEGIN
  INSERT INTO tag (name) SELECT new.tag WHERE NOT EXISTS (SELECT 1 FROM tag WHERE name = new.tag);DELETE FROM tag WHERE name = old.tag AND NOT EXISTS (SELECT 1 FROM friend_tag WHERE tag = old.tag);
  DELETE FROM friend_derived WHERE pk = old.friend;
  INSERT INTO friend_pending (pk) SELECT pk FROM friend
    WHERE pk = old.friend AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = old.friend);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'friend';
  DELETE FROM friend_derived WHERE pk = new.friend;
  INSERT INTO friend_pending (pk) SELECT pk FROM friend
    WHERE pk = new.friend AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = new.friend);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'friend';
END;
CREATE TRIGGER friend_tag_deleted AFTER DELETE ON friend_tag BEGIN
  DELETE FROM tag WHERE name = old.tag AND NOT EXISTS (SELECT 1 FROM friend_tag WHERE tag = old.tag);
  DELETE FROM friend_derived WHERE pk = old.friend;
  INSERT INTO friend_pending (pk) SELECT pk FROM friend
    WHERE pk = old.friend AND NOT EXISTS (SELECT 1 FROM friend_pending WHERE pk = old.friend);
  UPDATE store_change_counter SET value = value + 1 WHERE table_name = 'friend';
END;
CREATE TRIGGER friend_tag_insert_stamped AFTER INSERT ON friend_tag WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM friend_stamp WHERE pk = new.friend;
  INSERT INTO friend_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM friend WHERE pk = new.friend;
END;
CREATE TRIGGER friend_tag_update_stamped AFTER UPDATE ON friend_tag WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM friend_stamp WHERE pk = old.friend;
  INSERT INTO friend_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM friend WHERE pk = old.friend;
  DELETE FROM friend_stamp WHERE pk = new.friend;
  INSERT INTO friend_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM friend WHERE pk = new.friend;
END;
CREATE TRIGGER friend_tag_delete_stamped AFTER DELETE ON friend_tag WHEN (SELECT step FROM store_writer) >= 0 BEGIN
  DELETE FROM friend_stamp WHERE pk = old.friend;
  INSERT INTO friend_stamp (pk, step)
    SELECT pk, (SELECT step FROM store_writer) FROM friend WHERE pk = old.friend;
END;
CREATE TRIGGER tag_deleted AFTER DELETE ON tag BEGIN
  DELETE FROM friend_tag WHERE tag = old.name;
END;
CREATE TRIGGER tag_renamed AFTER UPDATE OF name ON tag WHEN new.name <> old.name BEGIN
  DELETE FROM friend_tag WHERE tag = old.name
    AND friend IN (SELECT friend FROM friend_tag WHERE tag = new.name);
  UPDATE friend_tag SET tag = new.name WHERE tag = old.name;
END;
CREATE INDEX friend_by_meeting_place_sort_name_sort ON friend_derived (meeting_place_sort, name_sort);
CREATE INDEX friend_by_meeting_place_sort_desc_name_sort ON friend_derived (meeting_place_sort DESC, name_sort);
CREATE INDEX friend_by_meeting_date_sort_name_sort ON friend_derived (meeting_date_sort, name_sort);
CREATE INDEX friend_by_meeting_date_sort_desc_name_sort ON friend_derived (meeting_date_sort DESC, name_sort);
CREATE INDEX friend_by_name_sort_name_initial ON friend_derived (name_sort, name_initial);
CREATE INDEX friend_by_name_sort_desc_name_initial ON friend_derived (name_sort DESC, name_initial);
CREATE INDEX friend_by_added_at_sort_desc ON friend_derived (added_at_sort DESC);
CREATE INDEX friend_by_added_at_sort ON friend_derived (added_at_sort);
COMMIT;
