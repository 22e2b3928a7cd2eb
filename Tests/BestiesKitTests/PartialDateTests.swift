import Foundation
import Testing

@testable import BestiesKit

@Suite struct PartialDateTests {
  @Test(
    arguments: [
      ("2009", 2009, nil, nil),
      ("2009-06", 2009, 6, nil),
      ("2009-06-09", 2009, 6, 9),
      ("2000-02-29", 2000, 2, 29),
      ("2024-02-29", 2024, 2, 29),
      ("1000-01-01", 1000, 1, 1),
      ("9999-12-31", 9999, 12, 31),
      ("1900-01-31", 1900, 1, 31),
    ] as [(String, Int?, Int?, Int?)])
  func readsEveryForm(text: String, year: Int?, month: Int?, day: Int?) throws {
    for form in [PartialDate.Form.date, .birthday] {
      let date = try PartialDate(parsing: text, as: form)
      #expect(date.year == year)
      #expect(date.month == month)
      #expect(date.day == day)
      #expect(date.text == text)
      #expect(PartialDate(text) == date)
    }
  }

  @Test(arguments: [("--05-01", 5, 1), ("--02-29", 2, 29), ("--12-31", 12, 31)])
  func onlyBirthdaysMayLackTheYear(text: String, month: Int, day: Int) throws {
    let date = try PartialDate(parsing: text, as: .birthday)
    #expect(date.year == nil)
    #expect(date.month == month)
    #expect(date.day == day)
    #expect(date.text == text)
    #expect(throws: PartialDate.ParseError(text: text, form: .date, reason: .malformed)) {
      try PartialDate(parsing: text)
    }
  }

  @Test(
    arguments: [
      ("", .malformed), (" ", .malformed), ("yesterday", .malformed), ("21", .malformed),
      ("2021-6-9", .malformed), ("2021/06/09", .malformed), ("20210609", .malformed),
      ("2021-06-09T10:00", .malformed), ("٢٠٢١", .malformed), ("２０２１", .malformed),
      ("2021-", .malformed), ("2021-06-", .malformed), ("--06", .malformed),
      ("+2021", .yearOutOfRange),
      ("0116-05-01", .yearOutOfRange), ("0000", .yearOutOfRange), ("999", .malformed),
      (String(repeating: "9", count: 40), .malformed),
      ("-" + String(repeating: "9", count: 40), .malformed),
      ("10000-01-01", .yearOutOfRange), ("10000", .yearOutOfRange), ("-0044", .yearOutOfRange),
      ("2021-00", .noSuchMonth), ("2021-13-01", .noSuchMonth), ("--13-01", .noSuchMonth),
      ("2021-06-00", .noSuchDay(dayCount: 30)), ("2021-06-31", .noSuchDay(dayCount: 30)),
      ("2021-02-29", .noSuchDay(dayCount: 28)), ("1900-02-29", .noSuchDay(dayCount: 28)),
      ("2024-02-30", .noSuchDay(dayCount: 29)), ("--02-30", .noSuchDay(dayCount: 29)),
      ("--04-31", .noSuchDay(dayCount: 30)), ("2021-12-32", .noSuchDay(dayCount: 31)),
    ] as [(String, PartialDate.ParseError.Reason)])
  func refusesWhatNoCalendarHas(text: String, reason: PartialDate.ParseError.Reason) {
    #expect(throws: PartialDate.ParseError(text: text, form: .birthday, reason: reason)) {
      try PartialDate(parsing: text, as: .birthday)
    }
    #expect(PartialDate(text) == nil)
  }

  @Test func blanksAroundADateDoNotCount() throws {
    #expect(try PartialDate(parsing: " 2021-06-09\u{A0}\r\n").text == "2021-06-09")
    #expect(PartialDate(" 2021") == nil, "stored text is canonical")
  }

  @Test func partsMustMakeAForm() {
    #expect(PartialDate(year: 2021, month: nil, day: 9) == nil)
    #expect(PartialDate(year: nil) == nil)
    #expect(PartialDate(year: nil, month: 5) == nil)
    #expect(PartialDate(year: 1752, month: 9, day: 10)?.text == "1752-09-10")
  }

  @Test func ordersAsItsText() throws {
    let texts = [
      "--01-01", "--12-31", "1000", "2009", "2009-01", "2009-01-01", "2009-01-31", "2009-02",
      "2010", "9999-12-31",
    ]
    let dates = try texts.reversed().map { try PartialDate(parsing: $0, as: .birthday) }
    #expect(dates.sorted().map(\.text) == texts)
    #expect(texts.sorted() == texts)
  }

  @Test func saysWhatToWrite() {
    #expect(
      message(for: "2021-02-30", as: .date)
        == "“2021-02-30” is not a date: that month has 28 days. Write YYYY-MM-DD, YYYY-MM or YYYY.")
    #expect(
      message(for: "May", as: .birthday)
        == "“May” is not a date. Write YYYY-MM-DD, YYYY-MM, YYYY or --MM-DD.")
    #expect(
      message(for: "0116-05-01", as: .date)
        == "“0116-05-01” is not a date: years go from 1000 to 9999."
        + " Write YYYY-MM-DD, YYYY-MM or YYYY.")
    #expect(
      message(for: "2021-13", as: .date)
        == "“2021-13” is not a date: months go from 01 to 12. Write YYYY-MM-DD, YYYY-MM or YYYY.")
  }

  private func message(for text: String, as form: PartialDate.Form) -> String? {
    do {
      _ = try PartialDate(parsing: text, as: form)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

@Suite struct PartialDateFormatterTests {
  @Test(arguments: [
    ("en_001", "2021-06-09", "9 Jun 2021", "9 June 2021"),
    ("en_001", "2021-06", "Jun 2021", "June 2021"),
    ("en_001", "2009", "2009", "2009"),
    ("en_001", "--05-01", "1 May", "1 May"),
    ("en_001", "--02-29", "29 Feb", "29 February"),
    ("en_US", "2021-06-09", "Jun 9, 2021", "June 9, 2021"),
    ("pl_PL", "2021-06-09", "9 cze 2021", "9 czerwca 2021"),
    ("pl_PL", "2021-06", "cze 2021", "czerwiec 2021"),
    ("de_DE", "2019-03-12", "12. März 2019", "12. März 2019"),
    ("ja_JP", "2021-06-09", "2021年6月9日", "2021年6月9日"),
    ("th_TH", "2021-06-09", "9 มิ.ย. 2021", "9 มิถุนายน 2021"),
  ])
  func writesTheKnownParts(locale: String, text: String, row: String, title: String) throws {
    let date = try PartialDate(parsing: text, as: .birthday)
    let locale = Locale(identifier: locale)
    #expect(PartialDateFormatter(style: .abbreviated, locale: locale).string(from: date) == row)
    #expect(PartialDateFormatter(style: .full, locale: locale).string(from: date) == title)
  }

  /// Days that lie in gaps of the old calendar, or at the ends of the range, stay themselves.
  @Test func noDayIsEverShifted() throws {
    let formatter = PartialDateFormatter(style: .abbreviated, locale: Locale(identifier: "en_001"))
    for (text, expected) in [
      ("1582-10-10", "10 Oct 1582"), ("1500-03-01", "1 Mar 1500"), ("1000-01-01", "1 Jan 1000"),
      ("1956-04-12", "12 Apr 1956"), ("2019-01-07", "7 Jan 2019"), ("1604-11-30", "30 Nov 1604"),
      ("9999-12-31", "31 Dec 9999"), ("2000-02-29", "29 Feb 2000"), ("2000-03-01", "1 Mar 2000"),
    ] {
      #expect(formatter.string(from: try PartialDate(parsing: text)) == expected)
    }
    for month in 1...12 {
      for day in 1...28 {
        let date = try #require(PartialDate(year: 1999, month: month, day: day))
        #expect(formatter.string(from: date).hasPrefix("\(day) "))
        #expect(formatter.string(from: date).hasSuffix(" 1999"))
      }
    }
  }
}
