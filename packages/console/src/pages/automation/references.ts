import type { Option } from '../../components/forms.ts';
import type { Say } from '../../words.ts';
import { freeName } from './plan.ts';
import { describeShortly, type StepNames } from './short-steps.ts';
import type { Step } from './steps.ts';

/** Steps of a program that the form of one step offers to refer to, so that nobody has to invent names. */
export interface StepChoices {
  steps: readonly Option[];
  /** Steps that send mails. */
  mails: readonly Option[];
  /** Of the last mail before the step; `''` if there is none. */
  lastMail: string;
}

/**
 * Offers the other steps of a program, by their names or, where they have none, by their places.
 * @param before how many steps stand before the one of the form
 * @param own index of the step of the form, if it is one of them
 */
export function stepChoices(
  say: Say,
  steps: readonly Step[],
  names: StepNames,
  { before, own }: { before: number; own?: number },
): StepChoices {
  const options = steps.map((step, index): Option => {
    const words = describeShortly(say, step, names);
    const subject = step.kind === 'send' ? names.mailing(step.mailing_id) : step.kind;
    return [step.name ?? placeReference(index, subject), `${index + 1}. ${words}`];
  });
  const isMail = (_: unknown, index: number) => steps[index]!.kind === 'send';
  return {
    steps: options.filter((_, index) => index !== own),
    mails: options.filter(isMail),
    lastMail: options.slice(0, before).filter(isMail).at(-1)?.[0] ?? '',
  };
}

/** Refers to a step by its place, with the name that it gets when it is referred to. */
const placeReference = (index: number, subject: string) =>
  `#${index}:${subject
    .replaceAll(/[^\w-]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .replace(/^[\d_-]+(?=.)/, '')
    .slice(0, 40)}`;

/** Gives names to the steps that a step of a form refers to by their places, and has it refer to these names. */
export function withNamedReferences(steps: readonly Step[], step: Step): { steps: readonly Step[]; step: Step } {
  const parts = Object.entries(step) as [string, unknown][];
  for (const [part, value] of parts) {
    if (!referring.has(part) || typeof value !== 'string') continue;
    const [, index, suggested = ''] = /^#(\d{1,4}):(.*)$/s.exec(value) ?? [];
    const named = index === undefined ? undefined : steps[Number(index)];
    if (named === undefined) continue;
    const name = named.name ?? freeName([...steps, step], suggested);
    if (named.name === undefined) steps = steps.with(Number(index), { ...named, name });
    step = { ...step, [part]: name };
  }
  return { steps, step };
}

/** Parts of steps with names of steps. */
const referring = new Set(['sent_by', 'matching', 'others', 'to']);
