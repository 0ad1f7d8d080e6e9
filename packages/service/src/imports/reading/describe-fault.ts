import type { KnownBy } from '../../people/index.ts';

const words: Record<number, string> = {
  1: 'the external id is missing',
  2: 'the email address is missing',
  3: 'it is not an email address',
  4: 'an earlier row has the same external id',
  5: 'an earlier row has the same email address',
  17: 'it must be a date YYYY-MM-DD',
  18: 'it must be a date YYYY-MM-DD',
  19: 'it must be m, f or d',
  20: 'it must be xx or xx_XX, such as de or de_AT',
  21: 'there is no such field',
  22: 'it must be 0, 1, true or false',
  23: 'it must be a number',
  24: 'it must be a number',
  25: 'it must be an integer from -2147483648 to 2147483647',
  27: 'it must be YYYY-MM-DD, or for a timestamp YYYY-MM-DD HH:MM:SS',
};

/** Codes of contacts whose key an earlier one has, by what the key is. */
export const duplicateCode: Record<KnownBy, number> = { 'external id': 4, email: 5, 'service id': 5 };

/** Describes an error code of a synchronization; codes without an entry mean that a text is too long. */
export function faultWords(code: number): string {
  return words[code] ?? 'it must have at most 255 characters';
}
