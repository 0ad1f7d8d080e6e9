import { expect, test } from 'vitest';
import type { NodeKind } from '../model/walk.ts';
import { conformExtensions } from './conform-extensions.ts';

test.each<[NodeKind, string, unknown, kept: boolean]>([
  ['document', 'x-errors', [{ name: 'Full', status: 409, message: 'full' }], true],
  ['document', 'x-errors', { 404: 'missing' }, false],
  ['document', 'x-media-type-aliases', { 'application/xml': ['text/xml'] }, true],
  ['document', 'x-media-type-aliases', ['text/xml'], false],
  ['operation', 'x-aliases', [{ method: 'PUT', path: '/contacts/{email}', contains: '@' }], true],
  ['operation', 'x-aliases', ['/people'], false],
  ['operation', 'x-timeout', '30s', false],
  ['operation', 'x-sunset', '2027-12-31', true],
  ['operation', 'x-sunset', '2027-13-01', false],
  ['operation', 'x-deprecated-since', 'last year', false],
  ['parameter', 'x-aliases', ['prefer_*_id'], true],
  ['parameter', 'x-aliases', 'source', false],
])('%s: %s of %j', (kind, key, value, kept) => {
  const node = { [key]: value };
  const notes: string[] = [];
  conformExtensions(node, kind, (name) => notes.push(name));
  expect([key in node, notes]).toEqual(kept ? [true, []] : [false, [key]]);
});
