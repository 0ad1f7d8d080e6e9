import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeBidi, withoutBidi } from './bidi.ts';

const [LRE, RLE, PDF, LRO, RLO] = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'];
const [LRI, RLI, FSI, PDI] = ['\u2066', '\u2067', '\u2068', '\u2069'];
const [LRM, RLM, ALM] = ['\u200e', '\u200f', '\u061c'];

test.each([
  ['Zoë', 'Zoë'],
  [`دعاء${RLM} (a)${LRM}${ALM}`, `دعاء${RLM} (a)${LRM}${ALM}`],
  [`${RLO}gpj.exe`, `${RLO}gpj.exe${PDF}`],
  [`${RLO}gpj${PDF}.exe`, `${RLO}gpj${PDF}.exe`],
  [`${RLI}a${LRE}b`, `${RLI}a${LRE}b${PDF}${PDI}`],
  [`${RLE}a${FSI}b${PDF}c`, `${RLE}a${FSI}bc${PDI}${PDF}`],
  [`${LRI}a${LRO}b${PDI}c`, `${LRI}a${LRO}b${PDI}c`],
  [`a${PDI}b${PDF}c`, 'abc'],
])('%j is closed as %j', (text, wanted) => {
  expect(closeBidi(text)).toBe(wanted);
});

test('nothing is left open, nothing of others is closed, and the letters stay', () => {
  const texts = fc.string({ unit: fc.constantFrom(LRE!, PDF!, RLO!, LRI!, FSI!, PDI!, 'a', RLM!), maxLength: 12 });
  fc.assert(
    fc.property(texts, (text) => {
      const closed = closeBidi(text);
      expect(withoutBidi(closed)).toBe(withoutBidi(text));
      expect(closeBidi(closed)).toBe(closed);
      const count = (of: RegExp) => closed.match(of)?.length ?? 0;
      expect(count(/[\u2066-\u2068]/g)).toBeLessThanOrEqual(count(/\u2069/g));
    }),
  );
});

test('all are dropped but for the marks', () => {
  expect(withoutBidi(`${RLO}a${PDF}${RLI}b${PDI}${RLM}${LRM}`)).toBe(`ab${RLM}${LRM}`);
});
