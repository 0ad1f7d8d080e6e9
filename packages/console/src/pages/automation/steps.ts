import type { Client } from '@mailwright/client';
import { textOf } from '../../components/forms.ts';
import { type Say, type Words, words } from '../../words.ts';
import { fieldName } from '../contact-fields.ts';

export type Draft = Parameters<Client['marketingAutomation']['create']>[0]['body'];
export type Step = Draft['steps'][number];
type Kind = Step['kind'];

export const kinds: readonly (readonly [Kind | '', Words])[] = [
  ['', words('No step')],
  ['send', words('Send a mailing')],
  ['wait', words('Wait')],
  ['wait_until', words('Wait until an hour')],
  ['branch', words('Branch by a segment')],
  ['set', words('Set a field')],
  ['end', words('End here')],
];

export const days: readonly (readonly [value: string, label: Words])[] = [
  ['', words('Any day')],
  ['2', words('Monday')],
  ['3', words('Tuesday')],
  ['4', words('Wednesday')],
  ['5', words('Thursday')],
  ['6', words('Friday')],
  ['7', words('Saturday')],
  ['1', words('Sunday')],
];

/** Parts of a duration such as `P3DT4H`; empty if it has none. */
export function durationParts(duration: string): { days: string; hours: string; minutes: string } {
  const [, days = '', hours = '', minutes = ''] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ?? [];
  return { days, hours, minutes };
}

function durationOf(days: number, hours: number, minutes: number): string {
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}`;
  return `P${days ? `${days}D` : ''}${time && `T${time}`}`;
}

/** Reads the steps of a form in their order; texts where a number belongs become 0, which the API refuses. */
export function readSteps(form: FormData, isCustom: (field: string) => boolean, most = 100): Step[] {
  const steps: Step[] = [];
  for (let index = 0; index < most && form.has(`kind-${index}`); index++) {
    const text = (name: string) => textOf(form, `${name}-${index}`);
    const step = readStep(text, isCustom);
    if (step) steps.push(text('name') === '' ? step : { ...step, name: text('name') });
  }
  return steps;
}

function readStep(text: (name: string) => string, isCustom: (field: string) => boolean): Step | undefined {
  const number = (name: string) => Number(text(name)) || 0;
  switch (text('kind')) {
    case 'send':
      return { kind: 'send', mailing_id: number('mailing') };
    case 'wait':
      return { kind: 'wait', duration: durationOf(number('days'), number('hours'), number('minutes')) };
    case 'wait_until':
      return {
        kind: 'wait_until',
        hour: number('hour'),
        ...(text('day') !== '' && { day_of_week: number('day') }),
      };
    case 'branch':
      return {
        kind: 'branch',
        contact_filter_id: number('filter'),
        ...(text('matching') !== '' && { matching: text('matching') }),
        ...(text('others') !== '' && { others: text('others') }),
      };
    case 'set':
      return {
        kind: 'set',
        field: text('field'),
        ...(isCustom(text('field')) && { is_customfield: true }),
        value: text('value') === '' ? null : text('value'),
      };
    case 'end':
      return { kind: 'end' };
    default:
      return undefined;
  }
}

/** The fields in which the form shows steps. */
export function fieldsOfSteps(steps: readonly (Step | undefined)[]): Record<string, string> {
  const fields = steps.flatMap((step, index) =>
    Object.entries(fieldsOfStep(step)).map(([name, value]) => [`${name}-${index}`, value] as const),
  );
  return Object.fromEntries(fields);
}

/** Fields of one step; those that its kind does not have are empty. */
export function fieldsOfStep(step: Step | undefined) {
  const of = <Kind extends Step['kind']>(kind: Kind) =>
    step?.kind === kind ? (step as Extract<Step, { kind: Kind }>) : undefined;
  const text = (value: string | number | null | undefined) => String(value ?? '');
  const branch = of('branch');
  return {
    kind: text(step?.kind),
    name: text(step?.name),
    mailing: text(of('send')?.mailing_id),
    ...durationParts(of('wait')?.duration ?? ''),
    hour: text(of('wait_until')?.hour),
    day: text(of('wait_until')?.day_of_week),
    filter: text(branch?.contact_filter_id),
    matching: text(branch?.matching),
    others: text(branch?.others),
    field: text(of('set')?.field),
    value: text(of('set')?.value),
  };
}

interface Names {
  mailing(id: number): string;
  filter(id: number): string;
}

/** Describes a step in words. */
export function describeStep(say: Say, step: Step, names: Names): string {
  switch (step.kind) {
    case 'send':
      return say('Send “{mailing}”', { mailing: names.mailing(step.mailing_id) });
    case 'wait':
      return say('Wait {duration}', { duration: durationWords(say, step.duration) });
    case 'wait_until': {
      const hour = `${step.hour}:00`;
      if (step.day_of_week === undefined) return say('Wait until {hour}', { hour });
      const day = days.find(([value]) => value === String(step.day_of_week))![1];
      return say('Wait until {day}, {hour}', { day: say(day), hour });
    }
    case 'branch':
      return say('In “{filter}”: go to {matching}; otherwise to {others}', {
        filter: names.filter(step.contact_filter_id),
        matching: step.matching ?? say('the next step'),
        others: step.others ?? say('the next step'),
      });
    case 'set':
      return step.value === null
        ? say('Clear the field {field}', { field: fieldName(say, step.field) })
        : say('Set the field {field} to “{value}”', { field: fieldName(say, step.field), value: step.value });
    case 'end':
      return say('End here');
  }
}

function durationWords(say: Say, duration: string): string {
  const { days, hours, minutes } = durationParts(duration);
  const parts = [
    days && say('{count, plural, one {# day} other {# days}}', { count: Number(days) }),
    hours && say('{count, plural, one {# hour} other {# hours}}', { count: Number(hours) }),
    minutes && say('{count, plural, one {# minute} other {# minutes}}', { count: Number(minutes) }),
  ];
  return parts.filter(Boolean).join(', ');
}
