// The streak of solved puzzles, kept in this browser.

const KEY = "streak";

/** The date, as in 2026-11-16. @param {number} [back] days before today */
export function today(back = 0) {
  const day = new Date();
  day.setDate(day.getDate() - back);
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
}

/** The days in a row on which the puzzle was solved; 0 once a day has been missed. What the storage holds is checked. */
export function streak() {
  try {
    const { days, last } = Object(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    if (Number.isSafeInteger(days) && days > 0 && (last === today() || last === today(1))) return { days: Number(days), last: String(last) };
  } catch {
    // There is none.
  }
  return { days: 0, last: "" };
}

/** The puzzle of today is solved. */
export function solved() {
  const { days, last } = streak();
  if (last === today()) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ days: days + 1, last: today() }));
  } catch {
    // Without storage there is no streak.
  }
}
