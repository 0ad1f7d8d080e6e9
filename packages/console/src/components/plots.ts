import { type Content, type Html, html } from '../html.ts';
import type { Say } from '../words.ts';

const width = 640;
const height = 180;
const area = { right: width - 4, top: 12, bottom: height - 28 };
/** Of a wide digit at 20 units, the size of labels on a phone (console.css). */
const digitWidth = 12.8;

export interface Bar {
  label: string;
  value: number;
}

/** Bars over time as SVG, with a table of the same numbers for those who do not see it. */
export function barPlot(say: Say, title: string, bars: readonly Bar[]): Html {
  const rows = bars.map(
    ({ label, value }) => html`<tr><th scope="row">${label}</th><td class="number">${say.number(value)}</td></tr>`,
  );
  return html`<figure><figcaption>${title}</figcaption><svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${drawing(say, bars)}</svg><details class="numbers"><summary>${say('Numbers')}</summary><table><tbody>${rows}</tbody></table></details></figure>`;
}

/** The same bars as a picture of its own, which brings its colours and its title. */
export function plotPicture(say: Say, title: string, bars: readonly Bar[]): Html {
  const style =
    'text{font:12px sans-serif;fill:#566074}.title{font-size:14px;fill:#1b2333}.grid{stroke:#dce1ea}.bar{fill:#1f5fbf}';
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -28 ${width} ${height + 28}" width="${2 * width}" height="${2 * (height + 28)}"><style>${style}</style><rect y="-28" width="100%" height="100%" fill="#fff"/><text class="title" x="4" y="-8">${title}</text>${drawing(say, bars)}</svg>`;
}

function drawing(say: Say, bars: readonly Bar[]): Content {
  const ticks = wholeTicks(Math.max(1, ...bars.map(({ value }) => value)));
  const top = ticks.at(-1)!;
  const y = (value: number) => area.bottom - (value / top) * (area.bottom - area.top);
  const labels = ticks.map((tick) => say.number(tick));
  const left = Math.max(44, 8 + digitWidth * Math.max(...labels.map(({ length }) => length)));
  const step = (area.right - left) / Math.max(1, bars.length);
  const grid = ticks.map(
    (tick, index) =>
      html`<line class="grid" x1="${left}" x2="${area.right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}"/><text class="axis" x="${left - 6}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${labels[index]}</text>`,
  );
  const rects = bars.map(
    ({ label, value }, index) =>
      html`<rect class="bar" x="${(left + (index + 0.1) * step).toFixed(1)}" y="${y(value).toFixed(1)}" width="${(step * 0.8).toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}" rx="2"><title>${label}: ${say.number(value)}</title></rect>`,
  );
  const ends = html`<text class="axis" x="${left}" y="${height - 8}">${bars[0]?.label}</text><text class="axis" x="${area.right}" y="${height - 8}" text-anchor="end">${bars.length > 1 && bars.at(-1)!.label}</text>`;
  return html`${grid}${rects}${ends}`;
}

/** Shares as bars with their names and numbers, the largest first. */
export function shareBars(rows: readonly { label: string; value: number; text: string }[]): Html {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const row = ({ label, value, text }: (typeof rows)[number]) =>
    html`<li><span class="share-label">${label}</span><span class="share-value">${text}</span><svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="bar" width="${((100 * value) / most).toFixed(2)}" height="4"/></svg></li>`;
  return html`<ul class="shares">${rows.map(row)}</ul>`;
}

/** Whole numbers from 0 for the lines of a plot, at most five, the last at least `most`. */
export function wholeTicks(most: number): number[] {
  const rough = most / 4;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((each) => each * 4 >= most) ?? 10 * magnitude;
  const ticks = Array.from({ length: 5 }, (_, index) => index * step);
  return ticks.slice(0, ticks.findIndex((tick) => tick >= most) + 1);
}
