import { isLegal } from './chars.ts';
import type { Reader } from './reader.ts';

const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/;

/** Length of the XML declaration, 0 without one. Only version 1.0 in UTF-8 is read. */
export function prologLength(reader: Reader): number {
  if (!/^<\?xml[ \t\n?]/.test(reader.xml)) return 0;
  const match = DECLARATION.exec(reader.xml);
  if (!match) return reader.fail('malformed', 'the XML declaration is not well-formed', 0);
  const [whole, v1, v2, e1, e2] = match;
  const version = v1 ?? v2;
  const encoding = e1 ?? e2 ?? 'UTF-8';
  if (version !== '1.0') reader.fail('malformed', `XML version ${version} is not read`, 0, '1.0');
  if (encoding.toUpperCase() !== 'UTF-8') reader.fail('encoding', `the encoding ${encoding} is not read`, 0, 'UTF-8');
  return whole.length;
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Reads the reference at the reader's position and returns what it stands for. */
export function characterReference(reader: Reader): string {
  const at = reader.pos;
  const end = reader.xml.indexOf(';', at);
  const name = end < 0 || end - at > 40 ? '' : reader.xml.slice(at + 1, end);
  reader.pos = end + 1;
  const known = ENTITIES.get(name);
  if (known !== undefined) return known;
  const number = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(name);
  if (number) {
    const code = number[1] ? Number.parseInt(number[1], 16) : Number(number[2]);
    if (!isLegal(code)) reader.fail('malformed', `&${name}; is not allowed in XML`, at);
    return String.fromCodePoint(code);
  }
  if (/^[\w.:-]+$/.test(name) && !/^[\d#]/.test(name))
    reader.fail('forbidden', `the entity &${name}; is not known`, at);
  return reader.fail('malformed', 'an & that starts no reference', at, '&amp;');
}
