import type { Reader } from './reader.ts';

/** Value of an attribute that is no string. */
export function attributeAs<T>(
  reader: Reader,
  name: string,
  parse: (reader: Reader, text: string) => T,
): T | undefined {
  const text = reader.attribute(name);
  if (text === undefined) return undefined;
  reader.valueAt = reader.pos - 1;
  return parse(reader, text);
}

/** Text of an object's element that is no string; no text is no value, unless one is required. */
export function textAs<T>(
  reader: Reader,
  parse: (reader: Reader, text: string) => T,
  required: boolean,
): T | undefined {
  const text = reader.text();
  return text.trim() === '' && !required ? undefined : parse(reader, text);
}

/** Text of the first child with one of the names, before the children are read. */
export function lookAhead(reader: Reader, names: readonly string[]): string | undefined {
  const here = { ...reader };
  let name = reader.child('');
  while (name !== '' && !names.includes(name)) {
    reader.skip();
    name = reader.child('');
  }
  let text: string | undefined;
  if (name !== '') {
    reader.start();
    text = reader.text();
  }
  Object.assign(reader, here);
  return text;
}
