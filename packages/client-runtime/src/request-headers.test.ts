import { expect, test } from 'vitest';
import type { CallOptions } from './call-options.ts';
import type { Connection } from './connection.ts';
import type { Operation } from './operation.ts';
import { requestHeaders } from './request-headers.ts';

const uuid = /^[0-9a-f-]{36}$/;

test.each<[string, Partial<Operation>, CallOptions, string | RegExp | null]>([
  ['a POST gets a random key', { method: 'POST' }, {}, uuid],
  ['a POST that changes nothing gets none', { method: 'POST', retry: 'safe' }, {}, null],
  ['a PUT gets none', { method: 'PUT' }, {}, null],
  ['the key of the call counts', { method: 'PUT' }, { idempotencyKey: 'tulips' }, 'tulips'],
  ['also before a header', { method: 'POST' }, { idempotencyKey: 'a', headers: { 'Idempotency-Key': 'b' } }, 'a'],
  ['a header that the caller gives stays', { method: 'POST' }, { headers: { 'Idempotency-Key': 'roses' } }, 'roses'],
])('%s', (_, operation, options, wanted) => {
  const key = requestHeaders({} as Connection, operation as Operation, options).get('idempotency-key');
  if (wanted instanceof RegExp) expect(key).toMatch(wanted);
  else expect(key).toBe(wanted);
});
