import { type Content, type Html, html } from '../../html.ts';
import type { Say } from '../../words.ts';
import { type Arrow, type Box, layOut } from './layout.ts';
import { describeShortly, type StepNames } from './short-steps.ts';
import type { Step } from './steps.ts';
import type { Way } from './ways.ts';

/** What a drawing shows beside the steps and the arrows between them. */
export interface Drawn {
  names: StepNames;
  /** Lines below the description of a step, such as its numbers. */
  notes?(index: number): readonly string[];
  /** Where the box of a step leads. */
  link?(index: number): string | undefined;
  /** What stands on an arrow, as a link or a form of at most 28 units. */
  onArrow?(way: Way): Content;
  /** Steps that a contact has passed, the ways between them, and where it waits. */
  passed?: { steps: ReadonlySet<number>; ways: ReadonlySet<string>; here: number | undefined };
}

/** Tells ways apart. */
export const wayKey = ({ from, name }: Pick<Way, 'from' | 'name'>): string => `${from} ${name}`;

/** A character of 14 units is less wide on average, also where words are long. */
const charactersOfLine = 24;
const lineHeight = 20;
const longest = 96;

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
const linesOf = (text: string) => Math.ceil(text.length / charactersOfLine);

/** What the arrows of a branch are called. */
export function wayLabel(say: Say, step: Step | undefined, name: Way['name']): string {
  if (name === 'next' || step === undefined) return '';
  if (step.kind === 'branch_random')
    return name === 'matching' ? `${step.percent}%` : say('{percent}%', { percent: 100 - step.percent });
  if (name === 'matching') return say('Yes');
  return step.kind === 'branch' || step.kind === 'branch_activity' ? say('No') : say('Time is over');
}

/**
 * A program as a drawing. Its boxes and what stands on their arrows follow each other as the steps do in the list, so that the
 * keyboard and screen readers go through it in this order.
 */
export function drawProgram(say: Say, steps: readonly Step[], drawn: Drawn): Html {
  const texts = steps.map((step, index) => ({
    head: `${index + 1}. ${step.name ?? ''}`.trim(),
    text: cut(describeShortly(say, step, drawn.names)),
    notes: drawn.notes?.(index) ?? [],
  }));
  const { width, height, boxes, arrows } = layOut(steps, (index) => {
    const { head, text, notes } = texts[index]!;
    const lines = [head, text, ...notes].reduce((sum, line) => sum + linesOf(line), 0);
    return 16 + lineHeight * lines;
  });
  const onArrows = (from: number) =>
    arrows.filter((arrow) => arrow.from === from).map((arrow) => onArrow(arrow, drawn));
  const boxOf = (index: number) => {
    const { head, text, notes } = texts[index]!;
    const lines = html`<b>${head}</b><span>${text}</span>${notes.map((note) => html`<small>${note}</small>`)}`;
    return box(boxes.get(index)!, lines, classOf(steps[index]!.kind, index, drawn), drawn.link?.(index));
  };
  const end = boxes.get(steps.length);
  return html`<div class="wide drawing" role="region" aria-label="${say('Drawing of the automation')}" tabindex="0"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${arrowHead('')}${arrowHead('passed')}</defs><g aria-hidden="true">${arrows.map((arrow) => path(say, steps, arrow, drawn))}</g>${box(boxes.get(-1)!, say('Start'), classOf('edge', -1, drawn))}${onArrows(-1)}${steps.map((_, index) => html`${boxOf(index)}${onArrows(index)}`)}${end && box(end, say('End of the automation'), classOf('edge', steps.length, drawn))}</svg></div>`;
}

/** The head of an arrow; those of a contact's way have another colour. */
const arrowHead = (kind: '' | 'passed') =>
  html`<marker id="arrow${kind}" class="${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="12" markerHeight="12" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`;

function classOf(kind: string, index: number, { passed }: Drawn): string {
  const marks = [passed?.steps.has(index) && 'passed', passed?.here === index && 'here'];
  return ['box', kind, ...marks].filter(Boolean).join(' ');
}

function box({ x, y, width, height }: Box, content: Content, className: string, link?: string): Html {
  const inner = html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/><foreignObject x="${x}" y="${y}" width="${width}" height="${height}"><div class="in">${content}</div></foreignObject>`;
  return link === undefined
    ? html`<g class="${className}">${inner}</g>`
    : html`<a class="${className}" href="${link}">${inner}</a>`;
}

function path(say: Say, steps: readonly Step[], { points, middle, ...way }: Arrow, { passed }: Drawn): Html {
  const label = wayLabel(say, steps[way.from], way.name);
  const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const kind = passed?.ways.has(wayKey(way)) ? 'passed' : '';
  return html`<path class="way ${kind}" d="${line}" marker-end="url(#arrow${kind})"/>${label && html`<text x="${middle.x.toFixed(1)}" y="${(middle.y - 8).toFixed(1)}" text-anchor="middle">${label}</text>`}`;
}

/** Below the label, if the arrow has one. */
function onArrow({ middle, points: _, ...way }: Arrow, { onArrow: of }: Drawn): Content {
  const content = of?.(way);
  const y = middle.y + (way.name === 'next' ? 0 : 12);
  return (
    content &&
    html`<foreignObject x="${(middle.x - 14).toFixed(1)}" y="${(y - 14).toFixed(1)}" width="28" height="28">${content}</foreignObject>`
  );
}
