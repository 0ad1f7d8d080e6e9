import { expect, test } from 'vitest';
import { isOn, withToken } from './link-marker.ts';

test.each([
  ['https://shop.example.com/a', 'https://shop.example.com/a?mt=T'],
  ['https://shop.example.com', 'https://shop.example.com?mt=T'],
  ['https://shop.example.com/a?x=%26&y', 'https://shop.example.com/a?x=%26&y&mt=T'],
  ['https://shop.example.com/a?', 'https://shop.example.com/a?mt=T'],
  ['https://shop.example.com/a#b?c', 'https://shop.example.com/a?mt=T#b?c'],
])('%s', (url, wanted) => {
  expect(withToken(url, 'T')).toBe(wanted);
});

test.each([
  ['https://example.com/', true],
  ['https://EXAMPLE.com:8443/', true],
  ['https://shop.example.com/', true],
  ['https://badexample.com/', false],
  ['https://example.com.evil.example/', false],
])('%s is on example.com: %s', (url, wanted) => {
  expect(isOn(['example.com'], url)).toBe(wanted);
});
