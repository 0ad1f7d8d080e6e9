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
