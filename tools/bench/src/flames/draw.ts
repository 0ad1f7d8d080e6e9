import type { Frame } from './fold.ts';

const width = 1200;
const row = 17;
const head = 44;
/** Narrower frames are left out, so that a picture stays small. */
const leastShare = 0.003;
const characterWidth = 6.2;

const colors: Record<Frame['origin'], { fill: string; name: string }> = {
  service: { fill: '#f2b279', name: 'Mailwright' },
  library: { fill: '#f5dc8a', name: 'libraries' },
  node: { fill: '#a9cce3', name: 'Node' },
  engine: { fill: '#d5d8dc', name: 'V8 and native code' },
};

/** Draws a flame graph as SVG: callers below, the width is the share of the processor's time. */
export function drawFlames(title: string, root: Frame): string {
  const depth = depthOf(root, root.micros);
  const height = head + depth * row + 8;
  const rects: string[] = [];
  place(root, 0, 0);
  const legend = Object.values(colors).map(
    ({ fill, name }, index) =>
      `<rect x="${8 + index * 160}" y="26" width="11" height="11" fill="${fill}"/><text x="${24 + index * 160}" y="36">${name}</text>`,
  );
  const style = 'text{font:11px monospace;fill:#1b2333}.title{font:14px sans-serif}rect{stroke:#fff;stroke-width:.5}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${asText(title)}</title><style>${style}</style><rect width="100%" height="100%" fill="#fff"/><text class="title" x="8" y="17">${asText(title)}</text>${legend.join('')}${rects.join('')}</svg>\n`;

  function place(frame: Frame, left: number, level: number): void {
    const share = frame.micros / root.micros;
    const y = height - 8 - (level + 1) * row;
    const label = `${frame.name}, ${(100 * share).toFixed(1)} %`;
    const room = Math.floor((share * width - 4) / characterWidth);
    const shown = room < 3 ? '' : label.length <= room ? label : `${label.slice(0, room - 1)}…`;
    rects.push(
      `<g><title>${asText(label)}</title><rect x="${left.toFixed(1)}" y="${y}" width="${(share * width).toFixed(1)}" height="${row}" fill="${colors[frame.origin].fill}"/>${shown && `<text x="${(left + 3).toFixed(1)}" y="${y + 12}">${asText(shown)}</text>`}</g>`,
    );
    let at = left;
    for (const called of byTime(frame)) {
      if (called.micros / root.micros >= leastShare) place(called, at, level + 1);
      at += (called.micros / root.micros) * width;
    }
  }
}

const byTime = (frame: Frame) => [...frame.calls.values()].sort((a, b) => b.micros - a.micros);

function depthOf(frame: Frame, all: number): number {
  const deep = [...frame.calls.values()].filter(({ micros }) => micros / all >= leastShare);
  return 1 + Math.max(0, ...deep.map((called) => depthOf(called, all)));
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const asText = (text: string) => text.replace(/[<>&"]/g, (character) => entities[character]!);
