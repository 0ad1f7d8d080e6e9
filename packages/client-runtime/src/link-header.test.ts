import { expect, test } from 'vitest';
import { linkTo } from './link-header.ts';

test.each<[string, string, string | undefined]>([
  ['quoted', '<https://a.test/?p=2>; rel="next"', 'https://a.test/?p=2'],
  ['token', '<https://a.test/?p=2>;rel=next', 'https://a.test/?p=2'],
  ['among others, folded', '</1>; rel="start", </1>; rel="prev", </3>; rel="next"', '/3'],
  ['commas and semicolons in the address', '</?a=1,2;3>; rel="prev", </?a=2,3;4>; rel="next"', '/?a=2,3;4'],
  ['comma in a quoted parameter', '</1>; title="a, <b>; rel=\\"next\\""; rel="prev", </2>; rel="next"', '/2'],
  ['other parameters around', '</2>; title="x"; rel="next"; type=text/xml', '/2'],
  ['several relations', '</2>; rel="last next"', '/2'],
  ['upper case', '</2>; REL="Next"', '/2'],
  ['only the first rel counts', '</2>; rel="prev"; rel="next"', undefined],
  ['spaces everywhere', ' < /2 > ; rel = "next" , </3>; rel="prev"', '/2'],
  ['parameter without a value', '</2>; crossorigin; rel="next"', '/2'],
  ['empty parameter', '</2>;; rel="next"', '/2'],
  ['another context', '</2>; rel="next"; anchor="/other"', undefined],
  ['first of two', '</2>; rel="next", </3>; rel="next"', '/2'],
  ['part of a word', '</2>; rel="nextish"', undefined],
  ['in another parameter', '</2>; title="next"', undefined],
  ['no relation', '</2>', undefined],
  ['empty target', '<>; rel="next"', ''],
  ['empty', '', undefined],
  ['no link at all', 'next', undefined],
])('%s', (_, header, target) => {
  expect(linkTo('next', header)).toBe(target);
});

test.each([
  ['long', `<${'a'.repeat(50_000)}>${'; a="\\"'.repeat(10_000)}`],
  ['never closed', '<'.repeat(100_000)],
  ['empty', `<>${' '.repeat(100_000)}`],
])('a hostile header is read in no time: %s', (_, header) => {
  const start = process.cpuUsage();
  expect(linkTo('next', header)).toBeUndefined();
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});
