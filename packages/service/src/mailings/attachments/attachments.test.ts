import { ApiError } from '@mailwright/server';
import { describe, expect, test } from 'vitest';
import { diagnose } from './diagnosis.ts';
import { requireRoom, requireSize } from './limits.ts';
import { chooseMimeType, typeOfBytes } from './mime-type.ts';

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

describe('the type of a file', () => {
  test.each([
    ['what the client says', 'application/pdf', pdf, 'a.pdf', 'application/pdf'],
    ['also when it is not so', 'image/gif', pdf, 'a.gif', 'image/gif'],
    ['with its parameters', 'Text/CSV; charset=ISO-8859-1', 'a;b', 'a.csv', 'text/csv;charset=ISO-8859-1'],
    ['a type that nobody knows', 'x-made/up', 'a', 'a', 'x-made/up'],
    ['the bytes, when it says nothing', '*/*', png, 'photo', 'image/png'],
    ['the bytes, when it says something generic', 'application/octet-stream', pdf, 'a.bin', 'application/pdf'],
    ['the bytes, when it names the API', 'application/vnd.service.api+xml', pdf, 'a.txt', 'application/pdf'],
    ['the name, when the bytes have no signature', 'binary/octet-stream', 'a;b', 'Größen.CSV', 'text/csv'],
    ['a calendar by its name', '*/*', 'BEGIN:VCALENDAR', 'invite.ics', 'text/calendar'],
    ['nothing known', '*/*', 'words', '003', 'application/octet-stream'],
  ])('%s', async (_, sent, content, filename, wanted) => {
    expect(chooseMimeType(sent, await typeOfBytes(Buffer.from(content)), filename)).toBe(wanted);
  });

  test.each(['text', 'text/', 'te xt/plain', `text/${'x'.repeat(255)}`])('%s is none: 400', (sent) => {
    expect(() => chooseMimeType(sent, undefined, 'a')).toThrow(ApiError);
    expect(() => chooseMimeType(sent, undefined, 'a')).toThrow('Content-Type must be a MIME type');
  });
});

test.each([
  ['a.pdf', 'application/pdf', 'application/pdf', 'OK'],
  ['a.txt', 'text/plain;charset=utf-8', undefined, 'OK'],
  ['a.odt', 'application/vnd.oasis.opendocument.text', 'application/zip', 'OK'],
  ['a.jpg', 'image/jpg', 'image/jpeg', 'OK'],
  ['exe', 'text/plain', undefined, 'OK'],
  ['a.png', 'image/png', 'application/pdf', 'The content is application/pdf, not image/png.'],
  ['setup.EXE', 'application/octet-stream', undefined, 'Many mail providers refuse files that end in .exe.'],
  ['a.pdf.js', 'application/pdf', 'application/pdf', 'Many mail providers refuse files that end in .js.'],
])('diagnosis of %s as %s, in truth %s: %s', (filename, type, ofBytes, wanted) => {
  expect(diagnose(filename, type, ofBytes)).toBe(wanted);
});

test.each([
  [0, 10, undefined],
  [9, 1, undefined],
  [10, 0, undefined],
  [10, 1, 'at most 10 attachments; there are 10 already, and 1 cannot be added'],
  [6, 5, 'there are 6 already, and 5 cannot be added'],
])('%i files and %i more: %s', (there, added, message) => {
  if (message === undefined) requireRoom(there, added);
  else expect(() => requireRoom(there, added)).toThrow(message);
});

test('the size of a file', () => {
  requireSize('a', 2048 * 1024);
  expect(() => requireSize('a.pdf', 0)).toThrow('"a.pdf" must not be empty');
  expect(() => requireSize('a.pdf', 2048 * 1024 + 1)).toThrow('"a.pdf" must have at most 2048 KB but has 2049 KB');
});
