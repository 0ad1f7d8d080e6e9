import { expect, test } from 'vitest';
import { decodeFeed } from './decode.ts';

const declared = (label: string, text: string, quote = '"') =>
  `<?xml version="1.0" encoding=${quote}${label}${quote}?><t>${text}</t>`;
const latin = (text: string) => Buffer.from(text, 'latin1');
const bytes = (label: string, ...text: number[]) =>
  Buffer.concat(
    [latin(declared(label, '|'))].flatMap((all) => {
      const at = all.indexOf('|');
      return [all.subarray(0, at), Buffer.from(text), all.subarray(at + 1)];
    }),
  );
const utf16 = (text: string, isBig = false) => {
  const little = Buffer.from(text, 'utf16le');
  return isBig ? little.swap16() : little;
};

test.each<[what: string, bytes: Uint8Array, contentType: string | undefined, wanted: string]>([
  ['UTF-8', Buffer.from('<t>Grüße</t>'), undefined, 'Grüße'],
  ['a declaration', latin(declared('ISO-8859-1', 'Grüße')), 'application/rss+xml', 'Grüße'],
  ['a declaration in single quotes', latin(declared('iso-8859-15', 'Grüße', "'")), 'text/xml', 'Grüße'],
  ['Windows-1252', bytes('windows-1252', 0x80), undefined, '€'],
  ['Shift_JIS', bytes('Shift_JIS', 0x93, 0xfa, 0x96, 0x7b), undefined, '日本'],
  ['EUC-JP', bytes('euc-jp', 0xc6, 0xfc, 0xcb, 0xdc), undefined, '日本'],
  ['EUC-KR', bytes('EUC-KR', 0xc7, 0xd1), undefined, '한'],
  ['GB2312', bytes('gb2312', 0xd6, 0xd0), undefined, '中'],
  ['Big5', bytes('big5', 0xa4, 0xa4), undefined, '中'],
  ['KOI8-R', bytes('KOI8-R', 0xcd, 0xc9, 0xd2), undefined, 'мир'],
  ['the header before the declaration', latin(declared('utf-8', 'Grüße')), 'text/xml; charset="latin1"', 'Grüße'],
  ['an unknown header', latin(declared('latin1', 'Grüße')), 'text/xml; charset=klingon', 'Grüße'],
  ['an unknown declaration', Buffer.from(declared('klingon', 'Grüße')), undefined, 'Grüße'],
  ['a mark before all', Buffer.from(`\uFEFF${declared('latin1', 'Grüße')}`), 'text/xml; charset=latin1', 'Grüße'],
  ['UTF-16 with a mark', utf16('\uFEFF<t>Grüße</t>', true), undefined, 'Grüße'],
  ['UTF-16 without one', utf16(declared('utf-16', 'Grüße')), undefined, 'Grüße'],
  ['UTF-16 without one, big', utf16('<t>Grüße</t>', true), undefined, 'Grüße'],
  ['UTF-8 that says UTF-16', Buffer.from(declared('utf-16', 'Grüße')), undefined, 'Grüße'],
  ['nothing', Buffer.from(''), undefined, ''],
])('the encoding of %s', (_, given, contentType, wanted) => {
  expect(decodeFeed(given, contentType).replaceAll(/<[^>]*>/g, '')).toBe(wanted);
});
