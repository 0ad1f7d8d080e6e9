import { equal } from './equal.ts';
import { formats } from './validation.ts';

/** What other validators, such as generated Zod schemas, check as ours do. */

/** Returns the check of a format of JSON Schema; a format that is not known takes every text. */
export function isFormat(name: string): (text: string) => boolean {
  const format: unknown = Object.hasOwn(formats, name) ? formats[name as keyof typeof formats] : undefined;
  const validate = (format as { validate?: unknown } | undefined)?.validate ?? format;
  if (validate instanceof RegExp) return (text) => validate.test(text);
  return typeof validate === 'function' ? (text) => validate(text) === true : () => true;
}

/** Whether no item is there twice. */
export const isUnique = (items: readonly unknown[]): boolean =>
  items.every((item, index) => !items.slice(0, index).some((before) => equal(before, item)));

/** Whether a value is neither an object nor a list, or is not the one of them that is named. */
export const isOther =
  (type: 'object' | 'array') =>
  (value: unknown): boolean =>
    type === 'array' ? !Array.isArray(value) : typeof value !== 'object' || value === null || Array.isArray(value);

/** Whether a required member of any type is there. */
export const isThere = (value: unknown): boolean => value !== undefined;
