/** Formats that have a number and no text in workbooks (ECMA-376 part 1, 18.8.30), as far as they change what is read. */
const builtIn: Record<number, string> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};
/** Dates of East Asian versions of Excel. */
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** How a cell shows its number. */
export type CellFormat = { kind: 'plain' | 'percent' | 'date' | 'time' } | { kind: 'digits'; parts: readonly string[] };

const plain: CellFormat = { kind: 'plain' };

/** Returns the format of an id in a workbook that has texts for its own ids. */
export function toCellFormat(id: number, own: ReadonlyMap<number, string>): CellFormat {
  const code = own.get(id) ?? builtIn[id];
  if (code === undefined) return isEastAsianDate(id) ? { kind: 'date' } : plain;
  // The first section is that of numbers above zero.
  const parts = partsOf(code);
  const signs = parts.filter((part) => !part.startsWith('"')).join('');
  if (/general/i.test(signs)) return plain;
  if (/[yd]/i.test(signs) || /m/i.test(signs.replaceAll(/am\/pm|a\/p/gi, ''))) {
    const isTime = !/[yd]/i.test(signs) && /[hs]/i.test(signs);
    return { kind: isTime ? 'time' : 'date' };
  }
  if (/[hs]/i.test(signs)) return { kind: 'time' };
  if (signs.includes('%')) return { kind: 'percent' };
  return /[.,/e@*]/i.test(signs) ? plain : digitsOf(parts);
}

/** Divides the first section of a format into signs, and literal texts that begin with a quote. */
function partsOf(code: string): string[] {
  const parts: string[] = [];
  const token = /"([^"]*)"?|\\(.)|\[(h+|m+|s+)\]|\[[^\]]*\]?|_.|(;)|([\s\S])/giy;
  for (let match = token.exec(code); match !== null && match[4] === undefined; match = token.exec(code)) {
    const [, quoted, escaped, elapsed, , sign] = match;
    const literal = quoted ?? escaped;
    if (literal !== undefined) parts.push(`"${literal}`);
    else if (elapsed !== undefined) parts.push(elapsed);
    else if (sign !== undefined) parts.push(/[-+ ()]/.test(sign) ? `"${sign}` : sign);
  }
  return parts;
}

const isDigit = (part: string) => /^[0#?]$/.test(part);

/** A format that puts digits at places, such as 00000 of postal codes, or that of a phone number. */
function digitsOf(parts: readonly string[]): CellFormat {
  const first = parts.findIndex(isDigit);
  const last = parts.findLastIndex(isDigit);
  const zeros = parts.filter((part) => part === '0').length;
  const isBroken = parts.slice(first, last).some((part) => part.startsWith('"'));
  return first !== -1 && (zeros > 1 || isBroken) ? { kind: 'digits', parts } : plain;
}

/** Returns the number of a cell as its format shows it; a date as YYYY-MM-DD, with the time if it has one. */
export function formatNumber(value: number, format: CellFormat, is1904: boolean): string {
  const rounded = Number(value.toPrecision(15));
  switch (format.kind) {
    case 'percent':
      return `${Number((value * 100).toPrecision(15))}%`;
    case 'date':
    case 'time':
      return formatSerial(value, format.kind, is1904) ?? String(rounded);
    case 'digits':
      return Number.isSafeInteger(value) && value >= 0 ? fillDigits(String(value), format.parts) : String(rounded);
    default:
      return String(rounded);
  }
}

function fillDigits(digits: string, parts: readonly string[]): string {
  const first = parts.findIndex(isDigit);
  let left = digits;
  let text = '';
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index]!;
    if (!isDigit(part)) text = (part.startsWith('"') ? part.slice(1) : part) + text;
    else if (index === first) text = (left || (part === '0' ? '0' : '')) + text;
    else {
      text = (left.at(-1) ?? (part === '0' ? '0' : '')) + text;
      left = left.slice(0, -1);
    }
  }
  return text;
}

const dayMillis = 86_400_000;

/** Reads a number of days; `undefined` if it is no date. */
function formatSerial(serial: number, kind: 'date' | 'time', is1904: boolean): string | undefined {
  const seconds = Math.round(serial * 86_400);
  if (serial < 0 || serial > 2_958_466) return undefined;
  if (kind === 'time' && serial < 1) return new Date(seconds * 1000).toISOString().slice(11, 19);
  // Day 60 is 29 February 1900, which Excel believes in.
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const text = new Date(start + Math.floor(seconds / 86_400) * dayMillis + (seconds % 86_400) * 1000).toISOString();
  return text.slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
}
