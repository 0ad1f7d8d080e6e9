import type { OperationTable } from '@mailwright/server';
import { exampleRequest, implemented, parametersOf } from '../isolation/requests.ts';
import type { Random } from '../support/random.ts';
import type { RawCall } from '../support/raw.ts';

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)]!;

/** What does not belong into a text: controls, halves of characters, names of members, quotes of every language, lengths. */
export const texts = [
  '',
  ' ',
  '\0',
  '\x01',
  '\x0b',
  '\u{fffe}',
  '\u{1f6e1}'.slice(0, 1),
  '\u{202e}txt.exe',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '"><script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00',
  '%ff%fe',
  '#{7*7}',
  '{{7*7}}',
  '[[CONTACT|EMAIL]]',
  '[['.repeat(500),
  '<body'.repeat(2000),
  '(a|a)*'.repeat(50),
  'x'.repeat(256),
  'é'.repeat(5000),
  ' '.repeat(5000),
  'a@b'.repeat(300),
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9223372036854775808',
  '8640000000000001',
  '0000-00-00 00:00:00',
  '9999-12-31 23:59:59',
  '2031-02-30',
  'http://169.254.169.254/latest',
  'javascript:alert(1)',
];

/** Pieces of documents that readers stumble over. */
const pieces = [
  '<?xml version="1.0" encoding="UTF-16"?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '&#0;',
  '&#xD800;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '--',
  '<a xmlns:b="c" b:d="e"/>',
  '<'.repeat(300),
  '<a>'.repeat(300),
  '{"__proto__":1}',
  '[[[['.repeat(100),
  '\ufeff',
  '\\u0000',
  '{',
  '}',
  ',',
  '"',
];

export const headers: [name: string, value: string][] = [
  ['accept', 'image/png'],
  ['accept', '*/*;q=0,,,'],
  ['accept', 'a/b;'.repeat(500)],
  ['accept-language', 'x'.repeat(3000)],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['content-type', 'constructor'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'text/html'],
  ['idempotency-key', ''],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', 'same'],
  ['authorization', `Basic b ${' '.repeat(9000)}b`],
  ['authorization', 'Bearer __proto______'],
  ['x-request-id', 'x'.repeat(500)],
  ['range', 'bytes=0-,5-9'],
  ['if-none-match', '"x",'.repeat(500)],
  ['origin', 'null'],
  ['expect', 'nonsense'],
];

/** A request that is valid but for some of its parts. */
export function hostileRequest(random: Random, belongings: Readonly<Record<string, string | number>>): RawCall {
  const operation: OperationTable = pick(random, implemented);
  const parameters = parametersOf(operation);
  /** Deletions mostly name what is not there, or soon nothing would be. */
  const isReal = operation.method !== 'DELETE' || random(30) === 0;
  const spoilt = new Set(parameters.filter(() => random(3) === 0).map(({ name }) => name));
  const call = exampleRequest(operation, ({ name, in: place, required }) => {
    if (spoilt.has(name)) return pick(random, texts).toWellFormed();
    return isReal && (place === 'path' || required || random(4) === 0) ? belongings[name] : undefined;
  });
  const extra = random(4) === 0 ? Object.fromEntries([pick(random, headers)]) : {};
  const sent = { ...call.headers, ...extra };
  const path =
    random(8) === 0
      ? `${call.path}${call.path.includes('?') ? '&' : '?'}${encodeURI(pick(random, texts).toWellFormed())}=1`
      : call.path;
  const body = typeof call.body === 'string' && random(3) > 0 ? spoil(random, call.body) : call.body;
  return { ...call, path, headers: sent, ...(body === undefined ? {} : { body }) };
}

/** A document in which something is missing, doubled, put in or written in other bytes. */
export function spoil(random: Random, document: string): string | Buffer {
  let text = document;
  for (let changes = 1 + random(3); changes > 0; changes--) {
    const at = random(text.length + 1);
    const end = Math.min(text.length, at + random(40));
    const kind = random(7);
    if (kind === 0) text = text.slice(0, at);
    else if (kind === 1) text = text.slice(0, at) + text.slice(end);
    else if (kind === 2) text = text.slice(0, end) + text.slice(at);
    else if (kind === 3) text = text.slice(0, at) + pick(random, pieces) + text.slice(at);
    else if (kind === 4) text = text.slice(0, at) + pick(random, texts) + text.slice(at);
    else text = withValue(text, random, pick(random, texts));
  }
  if (random(10) > 0) return text;
  const bytes = Buffer.from(text);
  if (bytes.length > 0) bytes[random(bytes.length)] = random(256);
  return bytes;
}

/** Puts a text in place of what an element or a member holds. */
function withValue(document: string, random: Random, value: string): string {
  const places = [...document.matchAll(/(?<=[>"])[^<>"]+(?=[<"])/g)];
  if (places.length === 0) return document;
  const { 0: old, index } = pick(random, places);
  return document.slice(0, index) + value + document.slice(index + old.length);
}
