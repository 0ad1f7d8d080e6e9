import { expect, test } from 'vitest';
import { offline } from './offline.ts';

test.each([
  '<script>const a = "https://example.com/";</script>',
  '<a href="https://example.com/">A link is not fetched</a>',
  '<img src="data:image/png;base64,AAAA">',
  '<style>p { background: url(data:image/png;base64,AAAA) }</style>',
])('%s stays', (html) => {
  expect(offline(html)).toBe(html);
});

test.each([
  ['<script src="x.js"></script>', '<script src="x.js'],
  [
    '<link rel="stylesheet" href="https://example.com/x.css">',
    '<link rel="stylesheet" href="https://example.com/x.css',
  ],
  ['<img alt="" src=//example.com/x.png>', '<img alt="" src=//example.com/x.png'],
  ['<style>@import "https://example.com/x.css";</style>', '@import "https://example.com/x.css'],
  ['<style>p { background: url(https://example.com/x) }</style>', 'url(https://example.com/x'],
  ['<script type="module">import { x } from "https://example.com/x.js"</script>', 'from "https://example.com/x.js'],
])('%s is refused', (html, what) => {
  expect(() => offline(html)).toThrow(what);
});

test('the logo of the reference is drawn in place', () => {
  expect(offline('<script>i="https://cdn.redoc.ly/redoc/logo-mini-full.svg"</script>')).toContain(
    'i="data:image/svg+xml,',
  );
});
