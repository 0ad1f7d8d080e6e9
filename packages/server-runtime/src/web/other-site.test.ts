import { expect, test } from 'vitest';
import { isFromOtherSite } from './other-site.ts';

const host = 'mail.example.com:8443';
const rows: [headers: Record<string, string>, other: boolean][] = [
  [{}, false],
  [{ 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ 'sec-fetch-site': 'cross-site', origin: `https://${host}` }, true],
  [{ origin: `https://${host}` }, false],
  [{ origin: `http://${host}` }, true],
  [{ origin: 'https://mail.example.com' }, true],
  [{ origin: 'null' }, true],
];

test.each(rows)('%j: %s', (headers, other) => {
  expect(isFromOtherSite({ host, ...headers })).toBe(other);
});

test('behind a proxy that ends TLS, pages of HTTP and HTTPS are its own', () => {
  const schemes = ['https', 'http'];
  expect(isFromOtherSite({ host, origin: `http://${host}` }, schemes)).toBe(false);
  expect(isFromOtherSite({ host, origin: `https://${host}` }, schemes)).toBe(false);
  expect(isFromOtherSite({ host, origin: 'http://evil.example' }, schemes)).toBe(true);
});
