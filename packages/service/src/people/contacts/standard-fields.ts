/** Standard contact fields that can be written. */
export const standardFields = [
  'ADDRESS',
  'BIRTHDAY',
  'CITY',
  'COUNTRY',
  'FIRSTNAME',
  'FULLNAME',
  'GENDER',
  'HNR',
  'LASTNAME',
  'LOCALE',
  'NAMEDAY',
  'ORGANIZATION',
  'REGION',
  'SALUTATION',
  'STATE',
  'TITLE',
  'ZIP',
] as const;

export type StandardField = (typeof standardFields)[number];

export function isStandardField(name: string): name is StandardField {
  return (standardFields as readonly string[]).includes(name);
}

/** Returns the fault of a value of a standard field, or `undefined` if it is valid. */
export function standardFieldFault(name: StandardField, value: string): string | undefined {
  switch (name) {
    case 'BIRTHDAY':
    case 'NAMEDAY':
      return isDate(value) ? undefined : 'must be a date YYYY-MM-DD, optionally with HH:MM:SS';
    case 'GENDER':
      return /^[mfd]$/.test(value) ? undefined : 'must be m, f or d';
    case 'LOCALE':
      return /^[a-z]{2}(_[A-Z]{2})?$/.test(value) ? undefined : 'must be xx or xx_XX, such as de or de_AT';
    default:
      return [...value].length <= 255 ? undefined : 'must have at most 255 characters';
  }
}

/** `YYYY-MM-DD`, optionally with ` HH:MM:SS`, of a day that exists. */
export function isDate(text: string): boolean {
  const match = /^(\d{4}-\d\d-\d\d)( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.exec(text);
  if (match === null) return false;
  const date = new Date(`${match[1]}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(match[1]!);
}
