import { escapeHtml } from '../../platform/text/escape.ts';

/** A step as it is drawn. */
export interface DrawnStep {
  /** Action of the step. */
  label: string;
  /** How many contacts stand before it. */
  contacts: number;
  /** Ways that lead from it, to indexes of steps; the number of steps is the end. */
  ways: readonly { to: number; label: string }[];
}

const width = 360;
const box = { left: 40, right: 320, height: 48 };
/** From the top of a step to that of the next. */
const pitch = 78;
const lane = 9;
const lanes = 4;
const longest = 38;

/** A program from above to below, with how many contacts stand before each step; without scripts. */
export function drawProgram(title: string, steps: readonly DrawnStep[]): string {
  const top = (index: number) => 4 + index * pitch;
  const height = top(steps.length) + 40;
  const boxes = steps.map((step, index) => stepBox(step, top(index)));
  let used = 0;
  const arrows = steps.flatMap(({ ways }, from) =>
    ways.map(({ to, label }) =>
      to === from + 1 ? straight(top(from), label) : around(top(from), top(to), to < from, used++ % lanes, label),
    ),
  );
  return `<svg class="plot" style="max-width:27rem" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">
<style>.box{fill:none;stroke:var(--line)}.busy{stroke:var(--accent);stroke-width:2}.way{fill:none;stroke:var(--soft)}.label{fill:var(--ink);font-size:14px}.note{fill:var(--soft);font-size:12px}.head{fill:var(--soft)}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>
${arrows.join('')}${boxes.join('')}${endBox(top(steps.length))}</svg>`;
}

function stepBox({ label, contacts }: DrawnStep, y: number): string {
  const middle = (box.left + box.right) / 2;
  const shown = label.length > longest ? `${label.slice(0, longest - 1)}…` : label;
  const people =
    contacts === 0
      ? ''
      : text('note', middle, y + 38, contacts === 1 ? '1 contact' : `${contacts.toLocaleString('en')} contacts`);
  return `<g><title>${escapeHtml(label)}: ${contacts}</title><rect class="box${contacts > 0 ? ' busy' : ''}" x="${box.left}" y="${y}" width="${box.right - box.left}" height="${box.height}" rx="8"/>${text('label', middle, y + (contacts === 0 ? 29 : 21), shown)}${people}</g>`;
}

function endBox(y: number): string {
  const middle = (box.left + box.right) / 2;
  return `<rect class="box" x="${middle - 40}" y="${y}" width="80" height="28" rx="14"/>${text('note', middle, y + 18, 'End')}`;
}

const text = (kind: string, x: number, y: number, words: string, anchor = 'middle') =>
  `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(words)}</text>`;

/** To the next step. */
function straight(y: number, label: string): string {
  const middle = (box.left + box.right) / 2;
  const from = y + box.height;
  return `<path class="way" marker-end="url(#head)" d="M${middle} ${from}V${y + pitch - 1}"/>${label === '' ? '' : text('note', middle + 8, from + 20, label, 'start')}`;
}

/** Around the steps between: forwards on the right side, back on the left. */
function around(from: number, to: number, back: boolean, place: number, label: string): string {
  const edge = back ? box.left : box.right;
  const x = back ? edge - 6 - place * lane : edge + 6 + place * lane;
  const start = from + box.height / 2 + (back ? -6 : 6);
  const end = to + (back ? 34 : 14);
  const note = back
    ? text('note', edge + 6, start - 4, label, 'start')
    : text('note', edge - 6, start - 4, label, 'end');
  return `<path class="way" marker-end="url(#head)" d="M${edge} ${start}H${x}V${end}H${back ? edge - 1 : edge + 1}"/>${label === '' ? '' : note}`;
}
