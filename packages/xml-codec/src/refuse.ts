import type { Reader } from './reader.ts';

/** The element just read to its end lacks a child (`id`), an attribute (`@id`) or text (`text()`). */
export function missing(reader: Reader, what: string): never {
  return reader.fail('missing', `${described(what)} is required`, reader.valueAt, what);
}

/** The child whose name was just read may stand there only once. */
export function tooMany(reader: Reader, name: string): never {
  return reader.fail('duplicate', `too many elements ${name}: one is allowed`, reader.pos, `one ${name}`);
}

/** The discriminator names no alternative. */
export function noSuchKind(reader: Reader, what: string, value: string | undefined, values: string[]): never {
  const expected = values.join(', ');
  if (value === undefined) return reader.fail('missing', `${described(what)} is required`, reader.pos - 1, expected);
  return reader.fail(
    'type',
    `${described(what)} must be one of ${expected}, not ${JSON.stringify(value)}`,
    reader.pos - 1,
    expected,
  );
}

function described(what: string): string {
  if (what === 'text()') return 'the text';
  return what.startsWith('@') ? `the attribute ${what.slice(1)}` : `the element ${what}`;
}
