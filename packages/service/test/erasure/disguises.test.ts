import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disguisesOf } from './disguises.ts';

const hides = (whole: string, name: string) => disguisesOf(name).some((form) => whole.toLowerCase().includes(form));

test('a name is found in base64, wherever it stands', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.boolean(), (before, after, capital) => {
      const name = capital ? 'Zacharias7f3' : 'zacharias7f3';
      const file = Buffer.from(before + name + after);
      expect(hides(file.toString('base64'), 'zacharias7f3')).toBe(true);
      expect(hides(`\\x${Buffer.from(file.toString('base64')).toString('hex')}`, 'zacharias7f3')).toBe(true);
      expect(hides(`\\x${file.toString('hex')}`, 'zacharias7f3')).toBe(true);
    }),
  );
});

test('another name is not', () => {
  expect(hides(Buffer.from('Zacharias7f4').toString('base64'), 'zacharias7f3')).toBe(false);
});
