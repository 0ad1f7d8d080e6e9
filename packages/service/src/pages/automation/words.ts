import type { AutomationStep } from '@mailwright/server';
import { nextStep } from '../../events/index.ts';
import type { DrawnStep } from './drawing.ts';

/** Names of what steps speak of, by id. */
export interface Names {
  mailings: ReadonlyMap<number, string>;
  filters: ReadonlyMap<number, string>;
  customFields: ReadonlyMap<number, string>;
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The steps of a program as they are drawn. */
export function drawnSteps(
  steps: readonly AutomationStep[],
  contacts: ReadonlyMap<number, number>,
  names: Names,
): DrawnStep[] {
  return steps.map((step, index) => ({
    label: wordsOf(step, names),
    contacts: contacts.get(index) ?? 0,
    ways: waysOf(steps, index),
  }));
}

function waysOf(steps: readonly AutomationStep[], index: number): DrawnStep['ways'] {
  const [yes, no] = [nextStep(steps, index, true), nextStep(steps, index, false)];
  if (steps[index]!.kind !== 'branch' || yes === no) return [{ to: yes, label: '' }];
  return [
    { to: yes, label: 'yes' },
    { to: no, label: 'no' },
  ];
}

/** Describes a step in a few words. */
export function wordsOf(step: AutomationStep, { mailings, filters, customFields }: Names): string {
  switch (step.kind) {
    case 'send':
      return `Send ${mailings.get(step.mailing_id) ?? `mailing ${step.mailing_id}`}`;
    case 'wait':
      return `Wait ${durationOf(step.duration)}`;
    case 'wait_until':
      return `Wait until ${step.day_of_week === undefined ? '' : `${days[step.day_of_week - 1]} `}${step.hour}:00`;
    case 'branch':
      return `In ${filters.get(step.contact_filter_id) ?? `contact filter ${step.contact_filter_id}`}?`;
    case 'set': {
      const field = step.is_customfield ? (customFields.get(Number(step.field)) ?? step.field) : step.field;
      return step.value === null ? `Clear ${field}` : `Set ${field} to ${step.value}`;
    }
    case 'end':
      return 'End here';
  }
}

/** An ISO 8601 duration of days, hours and minutes. */
function durationOf(duration: string): string {
  const [, day, hour, minute] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ?? [];
  const part = (count: string | undefined, unit: string) =>
    count === undefined ? [] : `${Number(count)} ${unit}${Number(count) === 1 ? '' : 's'}`;
  return [part(day, 'day'), part(hour, 'hour'), part(minute, 'minute')].flat().join(' ');
}
