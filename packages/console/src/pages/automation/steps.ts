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
  ['wait_for', words('Wait for a segment')],
  ['wait_for_activity', words('Wait for an open or click')],
  ['branch', words('Branch by a segment')],
  ['branch_activity', words('Branch by an open or click')],
  ['branch_random', words('Branch by chance')],
  ['set', words('Set a field')],
  ['add_tag', words('Add a tag')],
  ['remove_tag', words('Remove a tag')],
  ['start_program', words('Start another automation')],
  ['leave_program', words('Leave another automation')],
  ['notify', words('Tell a user by mail')],
  ['call_webhooks', words('Call webhooks')],
  ['go_to', words('Go on with another step')],
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

export const activities: readonly (readonly [value: 'opened' | 'clicked', label: Words])[] = [
  ['opened', words('opened')],
  ['clicked', words('clicked')],
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
  const duration = () => durationOf(number('days'), number('hours'), number('minutes'));
  const ways = () => ({
    ...(text('matching') !== '' && { matching: text('matching') }),
    ...(text('others') !== '' && { others: text('others') }),
  });
  const mail = () => ({
    sent_by: text('sent_by'),
    activity: text('activity') === 'clicked' ? ('clicked' as const) : ('opened' as const),
  });
  switch (text('kind')) {
    case 'send':
      return { kind: 'send', mailing_id: number('mailing') };
    case 'wait':
      return { kind: 'wait', duration: duration() };
    case 'wait_until':
      return {
        kind: 'wait_until',
        hour: number('hour'),
        ...(text('day') !== '' && { day_of_week: number('day') }),
        ...(text('zone') !== '' && { zone_field: text('zone') }),
      };
    case 'branch':
      return { kind: 'branch', contact_filter_id: number('filter'), ...ways() };
    case 'branch_activity':
      return { kind: 'branch_activity', ...mail(), ...ways() };
    case 'branch_random':
      return { kind: 'branch_random', percent: number('percent'), ...ways() };
    case 'wait_for':
      return { kind: 'wait_for', contact_filter_id: number('filter'), at_most: duration(), ...ways() };
    case 'wait_for_activity':
      return { kind: 'wait_for_activity', ...mail(), at_most: duration(), ...ways() };
    case 'set':
      return {
        kind: 'set',
        field: text('field'),
        ...(isCustom(text('field')) && { is_customfield: true }),
        value: text('value') === '' ? null : text('value'),
      };
    case 'add_tag':
      return { kind: 'add_tag', tag: text('tag') };
    case 'remove_tag':
      return { kind: 'remove_tag', tag: text('tag') };
    case 'start_program':
      return { kind: 'start_program', program_id: number('program') };
    case 'leave_program':
      return { kind: 'leave_program', program_id: number('program') };
    case 'notify':
      return { kind: 'notify', email: text('user') };
    case 'call_webhooks':
      return { kind: 'call_webhooks' };
    case 'go_to':
      return { kind: 'go_to', to: text('to') };
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
  const of = <Kind extends Step['kind']>(...kinds: Kind[]) =>
    kinds.some((kind) => kind === step?.kind) ? (step as Extract<Step, { kind: Kind }>) : undefined;
  const text = (value: string | number | null | undefined) => String(value ?? '');
  const branching = of('branch', 'branch_activity', 'branch_random', 'wait_for', 'wait_for_activity');
  const mail = of('branch_activity', 'wait_for_activity');
  return {
    kind: text(step?.kind),
    name: text(step?.name),
    mailing: text(of('send')?.mailing_id),
    ...durationParts(of('wait')?.duration ?? of('wait_for', 'wait_for_activity')?.at_most ?? ''),
    hour: text(of('wait_until')?.hour),
    day: text(of('wait_until')?.day_of_week),
    zone: text(of('wait_until')?.zone_field),
    filter: text(of('branch', 'wait_for')?.contact_filter_id),
    sent_by: text(mail?.sent_by),
    activity: mail?.activity ?? 'opened',
    percent: text(of('branch_random')?.percent),
    matching: text(branching?.matching),
    others: text(branching?.others),
    to: text(of('go_to')?.to),
    tag: text(of('add_tag', 'remove_tag')?.tag),
    program: text(of('start_program', 'leave_program')?.program_id),
    user: text(of('notify')?.email),
    field: text(of('set')?.field),
    value: text(of('set')?.value),
  };
}

interface Names {
  mailing(id: number): string;
  filter(id: number): string;
  program(id: number): string;
}

/** Describes a step in words. */
export function describeStep(say: Say, step: Step, names: Names): string {
  switch (step.kind) {
    case 'send':
      return say('Send “{mailing}”', { mailing: names.mailing(step.mailing_id) });
    case 'wait':
      return say('Wait {duration}', { duration: durationWords(say, step.duration) });
    case 'wait_until': {
      const hour =
        step.zone_field === undefined ? `${step.hour}:00` : say('{hour} of the contact', { hour: `${step.hour}:00` });
      if (step.day_of_week === undefined) return say('Wait until {hour}', { hour });
      const day = days.find(([value]) => value === String(step.day_of_week))![1];
      return say('Wait until {day}, {hour}', { day: say(day), hour });
    }
    case 'branch': {
      const { matching, others } = waysOf(say, step);
      const filter = names.filter(step.contact_filter_id);
      return say('In “{filter}”: go to {matching}; otherwise to {others}', { filter, matching, others });
    }
    case 'branch_activity': {
      const { matching, others } = waysOf(say, step);
      const { sent_by: from } = step;
      return step.activity === 'opened'
        ? say('Has opened the mail of {step}: go to {matching}; otherwise to {others}', {
            step: from,
            matching,
            others,
          })
        : say('Has clicked in the mail of {step}: go to {matching}; otherwise to {others}', {
            step: from,
            matching,
            others,
          });
    }
    case 'branch_random': {
      const { matching, others } = waysOf(say, step);
      const { percent } = step;
      return say('{percent}% by chance: go to {matching}; the others to {others}', { percent, matching, others });
    }
    case 'wait_for': {
      const { matching, others } = waysOf(say, step);
      const filter = names.filter(step.contact_filter_id);
      const duration = durationWords(say, step.at_most);
      return say('Wait until in “{filter}”, at most {duration}: go to {matching}; otherwise to {others}', {
        filter,
        duration,
        matching,
        others,
      });
    }
    case 'wait_for_activity': {
      const { matching, others } = waysOf(say, step);
      const { sent_by: from } = step;
      const duration = durationWords(say, step.at_most);
      return step.activity === 'opened'
        ? say('Wait until the mail of {step} is opened, at most {duration}: go to {matching}; otherwise to {others}', {
            step: from,
            duration,
            matching,
            others,
          })
        : say(
            'Wait until a link in the mail of {step} is clicked, at most {duration}: go to {matching}; otherwise to {others}',
            { step: from, duration, matching, others },
          );
    }
    case 'add_tag':
      return say('Add the tag “{tag}”', { tag: step.tag });
    case 'remove_tag':
      return say('Remove the tag “{tag}”', { tag: step.tag });
    case 'start_program':
      return say('Start “{program}”', { program: names.program(step.program_id) });
    case 'leave_program':
      return say('Leave “{program}”', { program: names.program(step.program_id) });
    case 'set':
      return step.value === null
        ? say('Clear the field {field}', { field: fieldName(say, step.field) })
        : say('Set the field {field} to “{value}”', { field: fieldName(say, step.field), value: step.value });
    case 'notify':
      return say('Tell {user} by mail', { user: step.email });
    case 'call_webhooks':
      return say('Call webhooks');
    case 'go_to':
      return say('Go on with {step}', { step: step.to });
    case 'end':
      return say('End here');
  }
}

type Ways = Pick<Extract<Step, { kind: 'branch' }>, 'matching' | 'others'>;

const waysOf = (say: Say, { matching, others }: Ways) => ({
  matching: matching ?? say('the next step'),
  others: others ?? say('the next step'),
});

/** Says a duration such as `P3DT4H`. */
export function durationWords(say: Say, duration: string): string {
  const { days, hours, minutes } = durationParts(duration);
  const parts = [
    days && say('{count, plural, one {# day} other {# days}}', { count: Number(days) }),
    hours && say('{count, plural, one {# hour} other {# hours}}', { count: Number(hours) }),
    minutes && say('{count, plural, one {# minute} other {# minutes}}', { count: Number(minutes) }),
  ];
  return parts.filter(Boolean).join(', ');
}
