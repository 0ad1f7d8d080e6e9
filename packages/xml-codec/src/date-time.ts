const FORM = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Reads a date-time of RFC 3339. Returns `undefined` for another text, and for a day or time that does not exist. */
export function parseDateTime(text: string): Date | undefined {
  const date = FORM.test(text) && isDay(text.slice(0, 10)) ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Reports whether there is such a day: `Date` takes the 30th of February for the 1st of March. */
export function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
