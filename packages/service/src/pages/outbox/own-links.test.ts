import { expect, test } from 'vitest';
import { OwnLinks } from './own-links.ts';

const links = new OwnLinks();
for (const route of [
  '/',
  '/u/:token',
  '/own-data/:link/data.json',
  '/console',
  '/console/*',
  '/c/:token',
  '/new/:ticket',
])
  links.add(route);
const token = 'AbCdEfGhIjKlMnOp-_12';

test.each<[string, string]>([
  [`<a href="https://x.example/u/${token}">`, '<a href="https://x.example/u/…">'],
  [
    `<a href=https://x.example:8443/own-data/${token}.${token}/data.json>`,
    '<a href=https://x.example:8443/own-data/…>',
  ],
  [`https://x.example/console/password?token=${token}`, 'https://x.example/console/…'],
  [`https://x.example/console?token=${token} and more`, 'https://x.example/console?… and more'],
  [`https://x.example/new/${token}`, 'https://x.example/new/…'],
  [
    `https://x.example/t/1?to=https%3A%2F%2Fx.example%2Fu%2F${token}`,
    'https://x.example/t/1?to=https%3A%2F%2Fx.example%2Fu%2F…',
  ],
  [`<https://x.example/u/${token}>, <mailto:${token}@b.example>`, '<https://x.example/u/…>, <mailto:…>'],
  [`https://x.example/c/${token}`, `https://x.example/c/${token}`],
  ['https://x.example/console/mailings/17', 'https://x.example/console/mailings/17'],
  ['mailto:info@x.example', 'mailto:info@x.example'],
  [`https://shop.example/spring/${token}`, `https://shop.example/spring/${token}`],
])('%s', (text, wanted) => {
  expect(links.hide(text)).toBe(wanted);
});

test('many addresses are read once', () => {
  const long = '/u/'.repeat(300_000);
  expect(links.hide(long)).toBe(long);
});
