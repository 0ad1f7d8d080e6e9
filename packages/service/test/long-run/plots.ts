const width = 320;
const height = 150;
const area = { left: 48, right: width - 12, top: 30, bottom: height - 22 };

export interface Line {
  title: string;
  unit: string;
  points: readonly { x: number; y: number }[];
}

/** Lines over the hours of a run as one SVG, each in a plot of its own that begins at zero. */
export function drawLines(lines: readonly Line[]): string {
  const columns = 3;
  const rows = Math.ceil(lines.length / columns);
  const plots = lines.map(
    (line, index) =>
      `<g transform="translate(${(index % columns) * width} ${Math.floor(index / columns) * height})">${plot(line)}</g>`,
  );
  const style =
    'text{font:11px sans-serif;fill:#566074}.title{font-size:12px;fill:#1b2333}.grid{stroke:#dce1ea}.line{fill:none;stroke:#1f5fbf;stroke-width:1.5}';
  const size = `width="${columns * width}" height="${rows * height}" viewBox="0 0 ${columns * width} ${rows * height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>A day of an account</title><style>${style}</style><rect width="100%" height="100%" fill="#fff"/>${plots.join('')}</svg>\n`;
}

function plot({ title, unit, points }: Line): string {
  const lastX = Math.max(1, ...points.map(({ x }) => x));
  const ticks = ticksUpTo(Math.max(1, ...points.map(({ y }) => y)));
  const top = ticks.at(-1)!;
  const x = (value: number) => (area.left + (value / lastX) * (area.right - area.left)).toFixed(1);
  const y = (value: number) => (area.bottom - (value / top) * (area.bottom - area.top)).toFixed(1);
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${area.left}" x2="${area.right}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${area.left - 6}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
  );
  const hours = [0, lastX / 2, lastX].map(
    (hour) => `<text x="${x(hour)}" y="${height - 6}" text-anchor="middle">${Number(hour.toFixed(1))} h</text>`,
  );
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('');
  return `<text class="title" x="8" y="16">${title}${unit && `, ${unit}`}</text>${grid.join('')}${hours.join('')}<path class="line" d="${path}"/>`;
}

/** Three round numbers from 0 to one that is at least `most`. */
function ticksUpTo(most: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const top = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * magnitude).find((each) => each >= most)!;
  return [0, top / 2, top].map((tick) => Number(tick.toPrecision(3)));
}
