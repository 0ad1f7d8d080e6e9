import type { Output } from './output.ts';
import { putText } from './output.ts';
import type { Reader } from './reader.ts';
import { characters } from './scanner.ts';
import { boolean, enter, entryName, leave, number, object, text, within, wrong } from './writers.ts';

/** Values that a schema leaves open: texts and elements, without types. */

/** Returns the text of the element whose start tag was read, or an object of its children if it has any. */
export function anyValue(reader: Reader): unknown {
  if (reader.selfClosed) return reader.text();
  const { pos } = reader;
  characters(reader);
  const isEnd = reader.xml.charCodeAt(reader.pos + 1) === 47;
  reader.pos = pos;
  return isEnd ? reader.text() : members(reader);
}

/** Returns an object with a member for each name of the children; those of one name are a list. */
export function members(reader: Reader): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (let name = reader.anyChild(''); name !== ''; name = reader.anyChild('')) {
    const value = reader.startOrNil() ? null : anyValue(reader);
    const known = found.get(name);
    if (Array.isArray(known)) known.push(value);
    else found.set(name, found.has(name) ? [known, value] : value);
  }
  return Object.fromEntries(found);
}

/** Writes a text, a number, a boolean, or the members of an object, as JSON would have them. */
export function any(out: Output, value: unknown, step: string): void {
  const json = toJson(value);
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) putMembers(out, json, step);
  else if (typeof json === 'boolean') boolean(out, json, step);
  else if (typeof json === 'number') number(out, json, step);
  else if (typeof json === 'string') text(out, json, step);
  else wrong(value, step, 'a text, a number, a boolean or an object');
}

/** Writes an element for each member of an object; for a list, one for each item. */
export function putMembers(out: Output, value: unknown, step: string): void {
  object(value, step);
  enter(out);
  try {
    for (const [key, member] of Object.entries(value as object)) putMember(out, key, member);
  } catch (error) {
    throw step === '' ? error : within(error, step);
  }
  leave(out);
}

function putMember(out: Output, key: string, value: unknown): void {
  const json = toJson(value);
  if (json === undefined) return;
  entryName(key, []);
  for (const item of Array.isArray(json) ? json : [json]) {
    if (item === null) {
      putText(out, `<${key} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`);
      continue;
    }
    putText(out, `<${key}>`);
    any(out, item, key);
    putText(out, `</${key}>`);
  }
}

/** Dates, for example, say how they are written. */
function toJson(value: unknown): unknown {
  const { toJSON } = (value ?? {}) as { toJSON?: unknown };
  return typeof toJSON === 'function' ? toJSON.call(value) : value;
}
