import { expect, test } from 'vitest';
import { srcsetCandidates } from './srcset.ts';

test.each<[value: string, urls: string[]]>([
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  [' a.png 320w ,\n b.png 640w', ['a.png', 'b.png']],
  ['a.png, b.png 2x,', ['a.png', 'b.png']],
  [
    'https://e.example/w_320,h_200/a.png 320w, https://e.example/b.png',
    ['https://e.example/w_320,h_200/a.png', 'https://e.example/b.png'],
  ],
  ['', []],
  [' , ', []],
])('%j', (value, urls) => {
  const found = srcsetCandidates(value);
  expect(found.map(({ url }) => url)).toEqual(urls);
  expect(found.map(({ start, end }) => value.slice(start, end))).toEqual(urls);
});
