// A moment as HTTP writes it: RFC 9110, section 5.6.7. It comes in as a number, because only an
// edge of the house reads clocks; the calendar is computed (proleptic Gregorian, no leap seconds).

/// `Sun, 06 Nov 1994 08:49:37 GMT` for 784,111,777.
/// - Parameter seconds: seconds of Unix time, from 0 to the end of the year 9999.
public func httpDate(unixSeconds seconds: Int) -> String {
  precondition((0...253_402_300_799).contains(seconds), "a moment from 1970 to 9999")
  let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
  // Counted from 1 March of year 0, each leap day is the last of its year.
  let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = (monthFromMarch + 2) % 12
  let year = era * 400 + yearOfEra + (month < 2 ? 1 : 0)
  let time = [second / 3_600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
  let padding = String(repeating: "0", count: max(0, 4 - String(year).count))
  return "\(dayNames[(days + 4) % 7]), \(twoDigits(day)) \(monthNames[month]) \(padding)\(year) "
    + "\(time) GMT"
}

private let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
private let monthNames = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
