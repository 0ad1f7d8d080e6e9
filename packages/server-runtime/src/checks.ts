import { equal } from './equal.ts';
import { formats } from './validation.ts';

/** Checks that generated validators and schemas of other libraries, such as Zod, share. */

/** Returns the check of a format of JSON Schema; a format that is not known takes every text. */
export function isFormat(name: string): (text: string) => boolean {
  const format: unknown = Object.hasOwn(formats, name) ? formats[name as keyof typeof formats] : undefined;
  const validate = (format as { validate?: unknown } | undefined)?.validate ?? format;
  if (validate instanceof RegExp) return (text) => validate.test(text);
  return typeof validate === 'function' ? (text) => validate(text) === true : () => true;
}

/** Reports whether all items differ (`uniqueItems`). */
export const isUnique = (items: readonly unknown[]): boolean =>
  items.every((item, index) => !items.slice(0, index).some((before) => equal(before, item)));

/** Returns a check that a value has none of these types. An array is no object. */
export const isOther =
  (...types: ('object' | 'array' | 'string' | 'number')[]) =>
  (value: unknown): boolean => {
    const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    return !(types as string[]).includes(type);
  };

/** Reports whether a required member of any type is present. */
export const isThere = (value: unknown): boolean => value !== undefined;
