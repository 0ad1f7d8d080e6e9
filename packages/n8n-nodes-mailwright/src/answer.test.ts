import { expect, test } from 'vitest';
import { itemsOf } from './answer.ts';

const json = { 'content-type': 'application/vnd.service.api+json;charset=utf-8' };

test.each<[string, Record<string, string>, unknown, object[]]>([
  ['an object', json, '{"id":7}', [{ id: 7 }]],
  ['a list', json, '[{"id":7},8]', [{ id: 7 }, { value: 8 }]],
  ['an empty list', json, '[]', []],
  ['a number', json, '12', [{ value: 12 }]],
  ['a text that looks like a number', { 'content-type': 'text/plain' }, '12', [{ value: '12' }]],
  ['nothing', {}, '', [{ success: true }]],
  ['what n8n has read already', json, { id: 7 }, [{ id: 7 }]],
])('%s', (_name, headers, body, items) => {
  expect(itemsOf({ statusCode: 200, headers, body })).toEqual(items);
});

test.each([
  [400, json, '{"message":"email must be an address"}', 'email must be an address (status 400)'],
  [502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>', 'The service answered with status 502.'],
])('a refusal with status %i is an error in words', (statusCode, headers, body, message) => {
  expect(() => itemsOf({ statusCode, headers, body })).toThrow(message);
});
