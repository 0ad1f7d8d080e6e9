import { expect, test } from 'vitest';
import { readPosition, writePosition } from './position.ts';

test.each([
  ['newest', { key: null, id: 7 }],
  ['address', { key: 'ada@example.com', id: 7 }],
  ['name', { key: null, id: 7 }],
  ['changed', { key: '1925719200123', id: 7 }],
] as const)('a position by %s is read as it was written', (order, position) => {
  expect(readPosition(order, writePosition(order, position))).toEqual(position);
});

test.each([
  ['newest', 'no JSON'],
  ['newest', writePosition('oldest', { key: null, id: 7 })],
  ['changed', writePosition('changed', { key: null, id: 7 })],
  ['changed', writePosition('changed', { key: 'yesterday', id: 7 })],
  ['name', writePosition('name', { key: '\0', id: 7 })],
  ['newest', Buffer.from('["newest","7",null]').toString('base64url')],
  ['newest', Buffer.from('7').toString('base64url')],
] as const)('no position by %s: %s', (order, text) => {
  expect(() => readPosition(order, text)).toThrow('after must be');
});
