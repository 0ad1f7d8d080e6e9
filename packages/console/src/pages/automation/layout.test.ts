import { expect, test } from 'vitest';
import { type Box, boxWidth, isolated, layOut } from './layout.ts';
import type { Step } from './steps.ts';

const tag = (name?: string): Step => ({ kind: 'add_tag', tag: 'a', ...(name ? { name } : {}) });
const branch = (matching?: string, others?: string): Step => ({
  ...{ kind: 'branch', contact_filter_id: 1 },
  ...(matching ? { matching } : {}),
  ...(others ? { others } : {}),
});

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test.each<[string, Step[], wide: number]>([
  ['a list', [tag(), tag(), tag()], 1],
  ['a branch that comes together', [branch('b'), tag(), { kind: 'go_to', to: 'c' }, tag('b'), tag('c')], 2],
  ['both ways to the same step', [branch(), tag()], 1],
  ['a circle', [tag('a'), { kind: 'wait', duration: 'P1D' }, branch('a')], 1],
  ['a hundred steps', Array.from({ length: 100 }, () => tag()), 1],
  ['a step that nobody comes to', [{ kind: 'end' }, tag()], 2],
])('%s: boxes lie apart, and arrows lead down to the next one', (_, steps, wide) => {
  const { boxes, arrows, width, height } = layOut(steps, () => 60);
  const all = [...boxes.values()];
  for (const [index, box] of all.entries()) {
    expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
    expect(all.slice(index + 1).some((other) => overlap(box, other))).toBe(false);
  }
  expect(new Set(all.map(({ x }) => x)).size).toBeGreaterThanOrEqual(wide);
  if (wide === 1 && !steps.some(({ kind }) => kind === 'branch')) expect(width).toBe(boxWidth + 16);
  for (const { from, to, points } of arrows) {
    const [source, target] = [boxes.get(from)!, boxes.get(to)!];
    expect(points.length).toBeGreaterThanOrEqual(2);
    if (to > from) expect([from, to, source.y + source.height <= target.y]).toEqual([from, to, true]);
  }
});

test('steps that nobody comes to are named', () => {
  expect(isolated([{ kind: 'end' }, tag(), tag('b')])).toEqual([1, 2]);
  expect(isolated([branch('b'), { kind: 'end' }, tag('b')])).toEqual([]);
});
