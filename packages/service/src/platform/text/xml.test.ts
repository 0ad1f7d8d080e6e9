import { expect, test } from 'vitest';
import { isXmlText, xmlText } from './xml.ts';

test.each([
  ['plain ä 🌷\t\r\n', 100, 'plain ä 🌷\t\r\n'],
  ['a\u0001b\u0000c\u000bd\u001fe', 100, 'abcde'],
  ['\ufffe\uffff\ufffd', 100, '\ufffd'],
  ['\ud83cx\udf37', 100, 'x'],
  ['🌷🌷', 3, '🌷'],
  ['abc', 2, 'ab'],
])('%j within %i: %j', (text, maxLength, wanted) => {
  expect(xmlText(text, maxLength)).toBe(wanted);
  expect(isXmlText(text)).toBe(xmlText(text) === text);
  expect(isXmlText(wanted)).toBe(true);
});
