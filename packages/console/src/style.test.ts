import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const style = readFileSync(join(import.meta.dirname, '../assets/console.css'), 'utf8');

/** Declarations that name a side, or move something towards one. */
const physical =
  /(?:^|[\s;{])((?:[a-z-]+-)?(?:left|right)(?:-[a-z-]+)?\s*:[^;}]*|(?:text-align|float|clear)\s*:\s*(?:left|right)|[a-z-]+\s*:[^;}]*(?:translateX|translate\(|to (?:left|right))[^;}]*|(?:margin|padding|inset|border-(?:width|style|color))\s*:\s*(?:[^\s;}]+\s+){3}[^;}]*)/g;

const found = (css: string) =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(physical)].map(([, declaration]) => declaration!.trim());

test('languages that are written from right to left find no left and right in the style', () => {
  expect(found(style)).toEqual([]);
});

test.each([
  ['a { margin-left: 1rem; color: red }', ['margin-left: 1rem']],
  ['a { left: 0 } b { border-right-width: 1px }', ['left: 0', 'border-right-width: 1px']],
  ['a { text-align: right }', ['text-align: right']],
  ['a { padding: 0 1rem 0 2rem }', ['padding: 0 1rem 0 2rem']],
  ['a { background: linear-gradient(to right, red, blue) }', ['background: linear-gradient(to right, red, blue)']],
  ['a { margin: 0 auto 1rem; margin-inline-start: 1rem; text-align: end; inset-inline: 0 }', []],
  ['/* from left to right: */ a { direction: ltr }', []],
])('in %s, %j names a side', (css, wanted) => {
  expect(found(css)).toEqual(wanted);
});
