import { expect, test } from 'vitest';
import { styleFault } from './fault.ts';
import { lookOf, type MailStyle, styleElement } from './look.ts';

test.each<[MailStyle, string | undefined]>([
  [{}, undefined],
  [{ color: '#8a1c4a', text_color: '#20262b', background_color: '#f2f1ed', button_radius: 0 }, undefined],
  [{ color: '#ecca74' }, 'color "#ecca74" has a contrast of'],
  [{ text_color: '#cccccc' }, 'text_color "#cccccc" has a contrast of'],
  [{ background_color: '#333333' }, 'background_color "#333333" is too dark'],
  [{ button_text_color: '#ffffff' }, 'button_text_color needs button_color or color'],
  [{ button_color: '#ecca74', button_text_color: '#ffffff' }, 'hard to read on #ecca74; #161b26 has the contrast'],
  [{ button_color: '#ecca74', button_text_color: '#231a02' }, undefined],
  [{ button_color: '#ecca74' }, undefined],
  [{ color: '#8a1c4a', button_text_color: '#ffffff' }, undefined],
])('%j has the fault %j', (style, wanted) => {
  if (wanted === undefined) expect(styleFault(style)).toBeUndefined();
  else expect(styleFault(style)).toContain(wanted);
});

test.each<[MailStyle, Record<string, string>]>([
  [{}, {}],
  [{ logo: true, footer: 'x' }, {}],
  [
    { button_color: '#ecca74', button_radius: 0 },
    { button: '#ecca74', onButton: '#161b26', radius: '0px' },
  ],
  [{ font: 'courier' }, { font: "'Courier New', Courier, monospace", serif: "'Courier New', Courier, monospace" }],
])('%j looks like %j', (style, wanted) => {
  expect(lookOf(style)).toEqual(wanted);
});

test('one color fills all places in which designs have theirs', () => {
  expect(lookOf({ color: '#8a1c4a' })).toEqual({
    accent: '#8a1c4a',
    accentDark: expect.stringMatching(/^#[\da-f]{6}$/),
    onAccentDark: '#161b26',
    onBand: '#ffffff',
    bandButton: '#ffffff',
    onBandButton: '#8a1c4a',
    button: '#8a1c4a',
    onButton: '#ffffff',
  });
});

test('the element for MJML has what blocks have, and none if there is nothing', () => {
  expect(styleElement({ logo: true, footer: 'x' })).toBe('');
  expect(styleElement({ font: 'arial', button_color: '#ecca74' })).toBe(`<mj-attributes>
  <mj-class name="brand" />
  <mj-all font-family="Arial, Helvetica, sans-serif" />
  <mj-button background-color="#ecca74" color="#161b26" />
</mj-attributes>`);
});
