import { expect, test } from 'vitest';
import { colorFault, contrast, pagePapers, readableShade } from './colors.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // From the techniques of WCAG: the lightest grey that is readable on white, and the one beside it.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('contrast of %s and %s', (one, other, wanted) => {
  expect(contrast(one, other)).toBeCloseTo(wanted, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each([
  ['color', '#ffcc00', 'light', /^color "#ffcc00" has a contrast of 1\.5 to 1 on the light page/],
  ['color', '#777777', 'light', /contrast of 4\.4 to 1/],
  ['color', '#767676', 'light', undefined],
  ['dark_color', '#8a1c4a', 'dark', /on the dark page/],
  ['dark_color', '#7fb0ff', 'dark', undefined],
] as const)('%s %s on the %s page', (name, color, page, wanted) => {
  const fault = colorFault(name, color, page);
  if (wanted === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(wanted);
});

test('every color has a readable shade on both pages, and a readable color is its own', () => {
  for (let value = 0; value < 0x1000000; value += 4099) {
    const color = `#${value.toString(16).padStart(6, '0')}`;
    for (const page of ['light', 'dark'] as const) {
      const shade = readableShade(color, page);
      expect(contrast(shade, pagePapers[page])).toBeGreaterThanOrEqual(4.5);
      if (contrast(color, pagePapers[page]) >= 4.5) expect(shade).toBe(color);
    }
  }
});
