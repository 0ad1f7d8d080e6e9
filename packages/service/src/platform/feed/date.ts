/** Languages whose names of months are known. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Hours from UTC; names with several meanings, such as IST, are not here. */
const zones: Record<string, number> = {
  ...{
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    mez: 1,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
  },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
  ...{ jst: 9, kst: 9, awst: 8, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
};

const longest = 100;

/**
 * Reads a date as people write them in feeds: RFC 822 and ISO 8601 with all their variants, `4. Januar 2029`, `04.01.2029`.
 * A time without a zone is UTC. A date without a time is its noon in UTC, so that it is the same day nearly everywhere.
 * Returns `undefined` for what can have several meanings, such as `04/01/2029`.
 */
export function parseDate(text: unknown): Date | undefined {
  if (typeof text !== 'string' || text.length > longest) return undefined;
  // Without a comment, such as the name of the zone.
  const normal = text
    .split('(', 1)[0]!
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(\p{L}+)(?:\.?,\s*|\.?\s+)(?=[\p{L}\d])/u, (start, word) =>
      start.includes(',') || monthOf(word) === undefined ? '' : start,
    )
    // The year of C's asctime is at the end.
    .replace(/^(\p{L}+\s+\d{1,2})(\s+[\d:]{5,8})\s+(\d{4})$/u, '$1 $3$2');
  for (const { pattern, parts } of dates) {
    const found = pattern.exec(normal);
    if (found === null) continue;
    const [year, month, day] = parts(found.slice(1));
    return at(year, month, day, normal.slice(found[0].length));
  }
  return undefined;
}

type Parts = [year: number, month: number | undefined, day: number];

const dates: { pattern: RegExp; parts: (found: string[]) => Parts }[] = [
  { pattern: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/, parts: ([y, , m, d]) => [Number(y), Number(m), Number(d)] },
  { pattern: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/, parts: ([d, m, y]) => [Number(y), Number(m), Number(d)] },
  {
    pattern: /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]\s*(?:de\s+)?(\p{L}+)\.?,?[\s-]\s*(?:de\s+)?(\d{4}|\d\d)(?!\d)/u,
    parts: ([d, m, y]) => [fullYear(y!), monthOf(m!), Number(d)],
  },
  {
    pattern: /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u,
    parts: ([m, d, y]) => [Number(y), monthOf(m!), Number(d)],
  },
];

const fullYear = (year: string) => (year.length > 2 ? 0 : Number(year) < 70 ? 2000 : 1900) + Number(year);

const timePattern =
  /^(?: at | um |[ T,] ?)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?: ?([ap])\.?m\.?)?(?: Uhr)? ?(\S{0,20})$/i;

function at(year: number, month: number | undefined, day: number, rest: string): Date | undefined {
  if (month === undefined) return undefined;
  // Dates alone may have a zone, too.
  const [, hour = '12', minute = '00', second = '00', half, zone = ''] = timePattern.exec(rest) ?? [];
  if (rest !== '' && !timePattern.test(rest) && offsetOf(rest.trim()) === undefined) return undefined;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return new Date(
    Date.UTC(year, month - 1, day, hours, Number(minute), Math.min(59, Number(second))) - offset * 60_000,
  );
}

/** Minutes from UTC; none is UTC. */
function offsetOf(zone: string): number | undefined {
  if (zone === '') return 0;
  const found = /^(?:GMT|UTC?)?([+-])(\d\d?):?(\d\d)?$/i.exec(zone);
  if (found === null) return Object.hasOwn(zones, zone.toLowerCase()) ? zones[zone.toLowerCase()]! * 60 : undefined;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === '-' ? -minutes : minutes;
}

let months: Map<string, number> | undefined;

/** Returns the number of a month by its long or short name. */
function monthOf(name: string): number | undefined {
  months ??= new Map(
    languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((style) =>
        Array.from({ length: 12 }, (_, month): [string, number] => {
          const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
          return [plainName(format.format(Date.UTC(2029, month))), month + 1];
        }),
      ),
    ),
  );
  return months.get(plainName(name)) ?? months.get(plainName(name).slice(0, 3));
}

const plainName = (name: string) => name.toLowerCase().replaceAll('.', '').trim();
