import { expect, test } from 'vitest';
import { sayIn } from '../words.ts';
import { barPlot, plotPicture, wholeTicks } from './plots.ts';

test.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [999, [0, 500, 1000]],
  [81_000, [0, 50_000, 100_000]],
])('lines of a plot up to %i', (most, wanted) => {
  expect(wholeTicks(most)).toEqual(wanted);
});

test('a plot says the numbers of its bars, and can be empty', () => {
  const plot = String(barPlot(sayIn('en'), 'Opens <by hour>', [{ label: '10:00', value: 1200 }]));
  expect(plot).toContain('<title>10:00: 1,200</title>');
  expect(plot).toContain('<th scope="row">10:00</th><td class="number">1,200</td>');
  expect(plot).toContain('aria-label="Opens &lt;by hour&gt;"');
  expect(String(barPlot(sayIn('en'), 'Nothing', []))).not.toMatch(/NaN|undefined/);
});

test('a picture of a plot needs no style of a page', () => {
  const picture = String(plotPicture(sayIn('en'), 'Opens & more', [{ label: '10:00', value: 3 }]));
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]+><style>[^<]+<\/style>/);
  expect(picture).toContain('>Opens &amp; more</text>');
});

test('the numbers beside the lines have room, however large they are, also in the size of a phone', () => {
  const widthOf = (text: string) =>
    12.7 * text.replaceAll(',', '').length + 6.4 * (text.length - text.replaceAll(',', '').length);
  const numbersAt = (value: number) => {
    const plot = String(barPlot(sayIn('en'), 'Contacts', [{ label: 'today', value }]));
    const axis = plot.matchAll(/<text class="axis" x="([\d.]+)" y="[\d.]+" text-anchor="end">([\d,]+)</g);
    return [...axis].map(([, end, text]) => ({ end: Number(end), text: text! }));
  };
  for (const value of [7, 9000, 80_000, 12_345_678])
    for (const { end, text } of numbersAt(value)) expect(end, text).toBeGreaterThanOrEqual(widthOf(text));
});
