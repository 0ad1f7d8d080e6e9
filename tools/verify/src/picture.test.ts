import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { document, withPicture } from './picture.ts';

test('the picture of the architecture is that of the code; `npm run picture` draws it anew', () => {
  const text = readFileSync(document, 'utf8');
  expect(withPicture(text)).toBe(text);
});

test('a picture that is out of date is drawn anew', () => {
  const text = readFileSync(document, 'utf8');
  expect(withPicture(text.replace('flowchart TD\n', 'flowchart TD\n  platform --> cli\n'))).toBe(text);
});
