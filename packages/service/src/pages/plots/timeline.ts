import { scaleLinear } from 'd3-scale';
import { area as areaOf, curveMonotoneX, line } from 'd3-shape';
import { endLabels, gridLines, plot, plotArea } from './bars.ts';

interface Moment {
  at: Date;
  openings: number;
  clicks: number;
}

/**
 * Openings and clicks over time as SVG.
 * @param step seconds between two moments; those without events are absent
 * @param told how an instant is written below
 */
export function timelinePlot(
  title: string,
  step: number,
  moments: readonly Moment[],
  told: (at: Date) => string,
): string {
  const filled = withoutGaps(step, moments);
  const x = scaleLinear([0, Math.max(1, filled.length - 1)], [plotArea.left, plotArea.right]);
  const most = Math.max(1, ...filled.map(({ openings, clicks }) => Math.max(openings, clicks)));
  const y = scaleLinear([0, most], [plotArea.bottom, plotArea.top]).nice(3);
  const path = (value: (moment: Moment) => number) =>
    line<Moment>(
      (_, index) => x(index),
      (moment) => y(value(moment)),
    ).curve(curveMonotoneX)(filled) ?? '';
  const below = areaOf<Moment>(
    (_, index) => x(index),
    plotArea.bottom,
    ({ openings }) => y(openings),
  ).curve(curveMonotoneX);
  return plot(
    title,
    `${gridLines(y)}<path class="openings-area" d="${below(filled) ?? ''}"/><path class="openings" d="${path(({ openings }) => openings)}"/><path class="clicks" d="${path(({ clicks }) => clicks)}"/>${endLabels(filled.map(({ at }) => told(at)))}`,
  );
}

/** From one step before the first to one behind the last. */
function withoutGaps(step: number, moments: readonly Moment[]): Moment[] {
  if (moments.length === 0) return [];
  const known = new Map(moments.map((moment) => [moment.at.getTime(), moment]));
  const [first, last] = [moments[0]!.at.getTime(), moments.at(-1)!.at.getTime()];
  const count = (last - first) / (step * 1000) + 3;
  return Array.from({ length: count }, (_, index) => {
    const at = first + (index - 1) * step * 1000;
    return known.get(at) ?? { at: new Date(at), openings: 0, clicks: 0 };
  });
}
