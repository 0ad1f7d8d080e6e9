import { expect, test } from 'vitest';
import { type Place, readPlace, writePlace } from './place.ts';

const at = 1_930_118_400_000;

test.each<Place>([
  { position: 0, events: null, entry: 0, recordedAt: 0, at },
  { position: 7, events: null, entry: 9, recordedAt: at - 5, at },
  { position: 7, events: 199, entry: 9, recordedAt: at - 5, at },
])('%j is read as it was written, for its account', (place) => {
  const text = writePlace(3, place);
  expect(text).toMatch(/^[\w-]+$/);
  expect(readPlace(3, text)).toEqual(place);
  expect(readPlace(4, text)).toBeUndefined();
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['nothing', ''],
  ['no base64', '%%%'],
  ['no JSON', Buffer.from('["events",3').toString('base64url')],
  ['no list', encoded({ 0: 'events', 1: 3, length: 7 })],
  ['the position of another list', encoded(['changed', 3, 1, null, 1, 1, 1])],
  ['an account in words', encoded(['events', '3', 1, null, 1, 1, 1])],
  ['a negative position', encoded(['events', 3, -1, null, 1, 1, 1])],
  ['a fraction', encoded(['events', 3, 1.5, null, 1, 1, 1])],
  ['a position that the database cannot hold', encoded(['events', 3, 1e300, null, 1, 1, 1])],
  ['events in words', encoded(['events', 3, 1, '2', 1, 1, 1])],
  ['too little', encoded(['events', 3, 1, null, 1, 1])],
  ['too much', encoded(['events', 3, 1, null, 1, 1, 1, 1])],
])('%s is no place', (_, text) => {
  expect(readPlace(3, text)).toBeUndefined();
});
