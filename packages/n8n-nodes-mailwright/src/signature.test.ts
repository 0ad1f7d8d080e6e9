import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureFault } from './signature.ts';

const key = Buffer.from('a key of a webhook');
const body = Buffer.from('{"type":"doi"}');
const now = Date.parse('2031-02-03T08:00:00Z');
const time = String(now / 1000);
const signed = (of: Uint8Array, at = time) =>
  `v1,${createHmac('sha256', key).update(`m1.${at}.`).update(of).digest('base64')}`;
const faultOf = (headers: Record<string, string>, of: Uint8Array = body) =>
  signatureFault(`whsec_${key.toString('base64')}`, of, (name) => headers[name], now);
const right = { 'webhook-id': 'm1', 'webhook-timestamp': time, 'webhook-signature': signed(body) };
const old = String(now / 1000 - 301);

test.each<[string, Record<string, string>, Uint8Array, string | undefined]>([
  ['signed', right, body, undefined],
  ['one of two signatures is right', { ...right, 'webhook-signature': `v1,AAAA ${signed(body)}` }, body, undefined],
  ['another body', right, Buffer.from('{}'), 'the signature is not that of the webhook'],
  [
    'of another version',
    { ...right, 'webhook-signature': signed(body).replace('v1', 'v2') },
    body,
    'the signature is not that of the webhook',
  ],
  [
    'too old',
    { ...right, 'webhook-timestamp': old, 'webhook-signature': signed(body, old) },
    body,
    'the time of the request is more than five minutes away',
  ],
  [
    'a time that is none',
    { ...right, 'webhook-timestamp': 'now' },
    body,
    'the time of the request is more than five minutes away',
  ],
  ['without a signature', { 'webhook-id': 'm1' }, body, 'the request is not signed'],
])('%s', (_name, headers, of, fault) => {
  expect(faultOf(headers, of)).toBe(fault);
});
