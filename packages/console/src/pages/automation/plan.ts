import type { Step } from './steps.ts';
import { fallsThrough, isBranching, type Way } from './ways.ts';

/** An arrow, by where it begins. */
export type Place = Pick<Way, 'from' | 'name'>;

interface Inserted {
  steps: Step[];
  /** Index of the first step that was added. */
  at: number;
  /** How many were added there. */
  added: number;
}

/** Puts a step on an arrow: only contacts who go this way come to it, and then they go on as before. */
export const insertStep = (steps: readonly Step[], place: Place, step: Step): Step[] =>
  insertAt(steps, place, step).steps;

function insertAt(steps: readonly Step[], { from, name }: Place, step: Step): Inserted {
  const before = steps[from];
  if (before === undefined) return spliced(steps, 0, [step]);
  if (before.kind === 'go_to') return beforeGoTo(steps, from, before, step);
  if (!isBranching(before) || name === 'next') return spliced(steps, from + 1, [step]);
  const target = before[name];
  if (target !== undefined) return onNamedWay(steps, from, name, target, step);
  return spliced(withOtherWayKept(steps, from, name), from + 1, [step]);
}

const spliced = (steps: readonly Step[], at: number, added: readonly Step[]): Inserted => ({
  steps: steps.toSpliced(at, 0, ...added),
  at,
  added: added.length,
});

/** Who comes to a step that only goes on to another one comes to the new step first. */
function beforeGoTo(steps: readonly Step[], index: number, goTo: Step, step: Step): Inserted {
  const { name, ...unnamed } = goTo;
  if (name === undefined) return spliced(steps, index, [step]);
  const own = step.name ?? freeName([...steps, step]);
  return spliced(redirected(steps.with(index, unnamed), name, own), index, [{ ...step, name: own }]);
}

/** The way of the branch leads to the new step, which stands before the old target; others go past it. */
function onNamedWay(steps: readonly Step[], from: number, way: 'matching' | 'others', target: string, step: Step) {
  const to = indexOf(steps, target);
  const name = step.name ?? freeName([...steps, step]);
  const past: Step[] = fallsThrough(steps[to - 1]) ? [{ kind: 'go_to', to: target }] : [];
  const changed = steps.with(from, { ...steps[from]!, [way]: name } as Step);
  return spliced(changed, to, [...past, { ...step, name }]);
}

/** Gives the other way of a branch the name of the step that it leads to, so that a step between them is not on it. */
function withOtherWayKept(steps: readonly Step[], index: number, way: 'matching' | 'others'): Step[] {
  const other = way === 'matching' ? 'others' : 'matching';
  const branch = steps[index]!;
  if (!isBranching(branch) || branch[other] !== undefined) return [...steps];
  const { steps: named, name } = withName(steps, index + 1);
  return named.with(index, { ...branch, [other]: name });
}

/** Gives a step a name if it has none; the end of the program becomes a step. */
function withName(steps: readonly Step[], index: number): { steps: Step[]; name: string } {
  const step = steps[index];
  const name = step?.name ?? freeName(steps, step === undefined ? 'end' : '');
  if (step === undefined) return { steps: [...steps, { kind: 'end', name }], name };
  return { steps: steps.with(index, { ...step, name }), name };
}

/** A name that no step has: the wanted one, or with a number. */
export function freeName(steps: readonly Step[], wanted = ''): string {
  const taken = new Set(steps.map(({ name }) => name));
  if (wanted !== '' && !taken.has(wanted)) return wanted;
  const beginning = wanted === '' ? 'step' : wanted;
  for (let number = 1; ; number++) if (!taken.has(`${beginning}-${number}`)) return `${beginning}-${number}`;
}

const indexOf = (steps: readonly Step[], name: string) => steps.findIndex((step) => step.name === name);

/** Has the ways to a step lead to another one. */
function redirected(steps: readonly Step[], from: string, to: string): Step[] {
  return steps.map((step) => {
    if (step.kind === 'go_to') return step.to === from ? { ...step, to } : step;
    if (!isBranching(step)) return step;
    const { matching, others } = step;
    if (matching !== from && others !== from) return step;
    return { ...step, ...(matching === from && { matching: to }), ...(others === from && { others: to }) };
  });
}

/** Why a step cannot be taken away: it is the last one, or other steps ask what became of its mail. */
export function removalFault(steps: readonly Step[], index: number): 'only' | 'mail' | undefined {
  if (steps.length === 1) return 'only';
  const { name } = steps[index]!;
  return name !== undefined && steps.some((step) => 'sent_by' in step && step.sent_by === name) ? 'mail' : undefined;
}

/** Takes a step away. Contacts go on with the one that followed it; after a branch, with the one for others. */
export function removeStep(steps: readonly Step[], index: number): Step[] {
  const step = steps[index]!;
  const others = isBranching(step) ? step.others : undefined;
  if (others !== undefined && others !== step.name && indexOf(steps, others) !== index + 1)
    return steps.with(index, { kind: 'go_to', to: others, ...(step.name !== undefined && { name: step.name }) });
  const rest = (some: readonly Step[]) => some.toSpliced(index, 1);
  const { name } = step;
  const isTarget = name !== undefined && redirected(rest(steps), name, '').some((each, at) => each !== rest(steps)[at]);
  if (!isTarget) return rest(steps);
  const { steps: named, name: next } = withName(steps, index + 1);
  return redirected(rest(named), name, next);
}

/** Puts a copy of a step on an arrow. */
export function copyStep(steps: readonly Step[], index: number, place: Place): Step[] {
  const { name: _, ...copy } = steps[index]!;
  return insertStep(steps, place, copy);
}

/** Puts a step on another arrow. Its named ways stay; those that have no name lead to what follows there. */
export function moveStep(steps: readonly Step[], index: number, place: Place): Step[] {
  if (place.from === index) return [...steps];
  const { name, ...unnamed } = steps[index]!;
  const mark = freeName(steps.map((step) => ({ ...step })));
  const { steps: inserted, at, added } = insertAt(steps, place, { ...unnamed, name: mark });
  const removed = removeStep(inserted, index < at ? index : index + added);
  const moved = indexOf(removed, mark);
  const isTarget = redirected(removed, mark, '').some((each, other) => each !== removed[other]);
  if (name !== undefined) return redirected(removed.with(moved, { ...unnamed, name } as Step), mark, name);
  return isTarget ? removed : removed.with(moved, unnamed);
}

/** Replaces a step. Ways and conditions that name it use its new name. */
export function changeStep(steps: readonly Step[], index: number, step: Step): Step[] {
  const { name } = steps[index]!;
  if (name === undefined || name === step.name) return steps.with(index, step);
  const kept = step.name ?? name;
  return redirected(steps.with(index, { ...step, name: kept }), name, kept).map((each) =>
    'sent_by' in each && each.sent_by === name ? { ...each, sent_by: kept } : each,
  );
}
