import { expect, test } from 'vitest';
import { withScheme } from './scheme.ts';

const page =
  '<style>@media (prefers-color-scheme:dark){a{}}@media screen and ( PREFERS-COLOR-SCHEME : light ){b{}}</style>';

test('rules for the other scheme do not apply', () => {
  expect(withScheme(page, 'light')).toBe(
    '<style>@media (max-width:0){a{}}@media screen and (min-width:0){b{}}</style>',
  );
  expect(withScheme(page, 'dark')).toMatch(
    /^<style>@media \(min-width:0\)\{a\{\}\}@media screen and \(max-width:0\)\{b\{\}\}<\/style><style>:root\{color-scheme:dark/,
  );
});
