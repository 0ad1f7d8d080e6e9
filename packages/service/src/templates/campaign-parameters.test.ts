import { expect, test } from 'vitest';
import { parametersOf, replaceAddresses, withParameters } from './campaign-parameters.ts';

test.each([
  [
    'of the mailing before those of the account',
    { utm_source: 'spring' },
    { utm_source: 'shop', utm_medium: 'email' },
    'utm_source=spring,utm_medium=email',
  ],
  ['none where the mailing has an empty one', { utm_source: '' }, { utm_source: 'shop' }, ''],
  ['no others', { SHOP: 'x' }, { imprint: 'y' }, ''],
])('parameters are %s', (_, properties, placeholders, wanted) => {
  const given = parametersOf(new Map(Object.entries(properties)), new Map(Object.entries(placeholders)));
  expect(given.map((pair) => pair.join('=')).join()).toBe(wanted);
});

const parameters: [string, string][] = [
  ['utm_source', 'Gärten & Co'],
  ['utm_medium', 'email'],
];
const both = 'utm_source=G%C3%A4rten%20%26%20Co&utm_medium=email';

test.each([
  ['https://a.example', `https://a.example?${both}`],
  ['https://a.example/?x=1', `https://a.example/?x=1&${both}`],
  ['https://a.example/?', `https://a.example/?${both}`],
  ['https://a.example/p#part?utm_source=x', `https://a.example/p?${both}#part?utm_source=x`],
  ['https://a.example/?UTM_Source=own&utm_medium', 'https://a.example/?UTM_Source=own&utm_medium'],
  ['https://a.example/?utm_source=own', 'https://a.example/?utm_source=own&utm_medium=email'],
  ['https://a.example/?n=[CONTACT|FIRSTNAME|#1]#top', `https://a.example/?n=[CONTACT|FIRSTNAME|#1]&${both}#top`],
])('%s gets what it does not have', (url, wanted) => {
  expect(withParameters(url, parameters)).toBe(wanted);
  expect(withParameters(wanted, parameters)).toBe(wanted);
});

test('addresses are written for the place where they stand', () => {
  const html = '<a href="https://a.example?x=1&amp;y=2">';
  const place = { start: 9, end: html.length - 2, url: 'https://a.example?x=1&y=2' };
  expect(replaceAddresses(html, [place], 'html', (url) => `${url}&z=3`)).toBe(
    '<a href="https://a.example?x=1&amp;y=2&amp;z=3">',
  );
  expect(replaceAddresses(html, [place], 'html', (url) => url)).toBe(html);
});
