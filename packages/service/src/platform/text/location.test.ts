import { expect, test } from 'vitest';
import { locationOf } from './location.ts';

test.each([
  ['https://shop.example/a?b=%26&c#d?e', 'https://shop.example/a?b=%26&c#d?e'],
  ['https://SHOP.example/A', 'https://SHOP.example/A'],
  ['https://shop.example/日本?n=ü', 'https://shop.example/%E6%97%A5%E6%9C%AC?n=%C3%BC'],
  ['https://bücher.example/two words#top of it', 'https://xn--bcher-kva.example/two%20words#top%20of%20it'],
  ['https://shop.example/a\r\nSet-Cookie: b=c', 'https://shop.example/aSet-Cookie:%20b=c'],
  ['https://shop.example/\ud800', 'https://shop.example/%EF%BF%BD'],
  ['https://[broken/', undefined],
  ['', undefined],
])('%j becomes %s', (address, location) => {
  expect(locationOf(address)).toBe(location);
});
