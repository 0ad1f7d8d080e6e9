import { expect, test } from 'vitest';
import { addStrictHeaders, policySource } from './headers.ts';

test.each([
  ['https://shop.example.com/thanks?x=1', 'https://shop.example.com'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ['https://a;sandbox/', undefined],
  ['https://a;script-src-elem', undefined],
  ['https://a,default-src', undefined],
  ["https://'self'/", undefined],
  ['https://*/', undefined],
  ['data:text/html,x', undefined],
])('%s may stand in a policy as %s', (url, wanted) => {
  expect(policySource(url)).toBe(wanted);
});

test('headers of an answer are not replaced', () => {
  const headers = new Headers({ 'cache-control': 'no-cache' });
  addStrictHeaders(headers);
  expect(Object.fromEntries(headers)).toMatchObject({
    ...{ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    'content-security-policy': expect.stringMatching(/^sandbox; /),
  });
});
