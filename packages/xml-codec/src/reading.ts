import type { Reader } from './reader.ts';

/** Value of an attribute that is no string. */
export function attributeAs<T>(
  reader: Reader,
  parse: (reader: Reader, text: string) => T,
  name: string,
  uri?: string,
): T | undefined {
  const text = reader.attribute(name, uri);
  if (text === undefined) return undefined;
  reader.valueAt = reader.pos - 1;
  return parse(reader, text);
}

/** Text of an element that is no string; no text is no value: `none`, null or undefined. */
export function textOr<T, N extends null | undefined>(
  reader: Reader,
  parse: (reader: Reader, text: string) => T,
  none: N,
): T | N {
  const text = reader.text();
  return text.trim() === '' ? none : parse(reader, text);
}

/** Text of the first child with one of the names, before the children are read; '' stands for no namespace of its own. */
export function lookAhead(reader: Reader, names: readonly string[], uri: string): string | undefined {
  const here = { ...reader };
  let name = reader.anyChild('');
  while (name !== '' && !(names.includes(name) && reader.in(uri))) {
    reader.skip();
    name = reader.anyChild('');
  }
  let text: string | undefined;
  if (name !== '') {
    reader.start();
    text = reader.text();
  }
  Object.assign(reader, here);
  return text;
}
