import { scaleBand, scaleLinear } from 'd3-scale';
import { escapeHtml } from '../../platform/text/escape.ts';

const width = 640;
const height = 160;
const margin = { top: 16, right: 4, bottom: 24, left: 40 };

/** Bars over time as SVG; `title` tells those who do not see it. */
export function barPlot(title: string, bars: readonly { label: string; value: number }[]): string {
  const x = scaleBand(
    bars.map(({ label }) => label),
    [margin.left, width - margin.right],
  ).padding(0.2);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const y = scaleLinear([0, most], [height - margin.bottom, margin.top]).nice(3);
  const rects = bars.map(
    ({ label, value }) =>
      `<rect class="bar" x="${x(label)!.toFixed(1)}" y="${y(value).toFixed(1)}" width="${x.bandwidth().toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}"><title>${escapeHtml(label)}: ${value}</title></rect>`,
  );
  return plot(title, gridLines(y) + rects.join('') + endLabels(bars.map(({ label }) => label)));
}

/** Lines across for whole numbers, with the numbers. */
export function gridLines(y: { ticks(count: number): number[]; (value: number): number }): string {
  return y
    .ticks(3)
    .filter(Number.isInteger)
    .map(
      (tick) =>
        `<line class="grid" x1="${margin.left}" x2="${width - margin.right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}"/><text class="axis" x="${margin.left - 6}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${tick}</text>`,
    )
    .join('');
}

/** Draws the labels below the first and the last bar. */
export function endLabels(labels: readonly string[]): string {
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  return `<text class="axis" x="${margin.left}" y="${height - 6}">${escapeHtml(first)}</text><text class="axis" x="${width - margin.right}" y="${height - 6}" text-anchor="end">${escapeHtml(last)}</text>`;
}

export function plot(title: string, content: string): string {
  return `<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">${content}</svg>`;
}

export const plotArea = {
  left: margin.left,
  right: width - margin.right,
  top: margin.top,
  bottom: height - margin.bottom,
};
