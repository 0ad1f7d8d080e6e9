import type { Reader } from './reader.ts';

/** The element just read to its end lacks a child (`id`), an attribute (`@id`) or text (`text()`). */
export function missing(reader: Reader, what: string): never {
  return reader.fail('missing', what, undefined, reader.valueAt);
}

/** The child whose name was just read may stand there only once. */
export function tooMany(reader: Reader, name: string): never {
  return reader.fail('duplicate', `one ${name}`, 'two', reader.nameAt);
}

/** The discriminator names no alternative. */
export function noSuchKind(reader: Reader, what: string, value: string | undefined, values: string[]): never {
  const expected = `${what} ${values.join(' or ')}`;
  return reader.fail(value === undefined ? 'missing' : 'type', expected, value, reader.pos - 1);
}
