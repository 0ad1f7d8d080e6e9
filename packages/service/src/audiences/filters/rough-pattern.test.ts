import { expect, test } from 'vitest';
import { firstLetters, isCertain, lowerAscii, roughPattern } from './rough-pattern.ts';

test.each([
  ['letters and digits', 'Lagos 7', 'lagos 7'],
  ['letters that others fold to', 'Paris; Kiel`', 'par%s% %%el%'],
  ['a letter that may be composed, and what follows', 'Zürich', '%r%ch'],
  ['a composed letter and its mark', 'Zu\u0308rich', 'z%r%ch'],
  ['beyond the BMP', 'a😀b', '%b'],
  ['at the end', 'abé', 'a%'],
  ['control characters', 'a\tb', '%b'],
  ['signs of patterns', '100%_\\', '100\\%\\_\\\\'],
  ['nothing certain', 'Ж', '%'],
])('%s', (_, text, wanted) => {
  expect(roughPattern(text)).toBe(wanted);
});

test.each([
  ['Lagos 7%', true, 'lagos 7%'],
  ['Paris', false, 'paris'],
  ['\u212a\u0130Ä', false, '\u212a\u0130Ä'],
])('%s is certain: %s', (text, wanted, lowered) => {
  expect([isCertain(text), lowerAscii(text)]).toEqual([wanted, lowered]);
});

test.each([
  ['Paris', ['p%', 'P%']],
  ['100', ['1%']],
  ['%', ['\\%%']],
  ['Izmir', undefined],
  ['éa', undefined],
  ['e\u0301', undefined],
])('first letters of %s', (text, wanted) => {
  expect(firstLetters(text)).toEqual(wanted);
});
