import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.each([
  [null, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['it, fr-CA;q=0.8, de;q=0.9', 'de'],
  ['es;q=0.5,en;q=0.4', 'es'],
  ['fr;q=0, de;q=0.1', 'de'],
  ['de;q=x, fr', 'fr'],
  ['it, *', 'en'],
  ['deu', 'en'],
])('whoever accepts %j reads %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
