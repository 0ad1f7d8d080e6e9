import type { Client } from '@mailwright/client';
import type { Option } from '../../components/forms.ts';
import { textOf } from '../../components/forms.ts';

export type Draft = Parameters<Client['marketingAutomation']['create']>[0]['body'];
export type Step = Draft['steps'][number];
type Kind = Step['kind'];

export const kinds: readonly (readonly [Kind | '', string])[] = [
  ['', 'No step'],
  ['send', 'Send a mailing'],
  ['wait', 'Wait'],
  ['wait_until', 'Wait until an hour'],
  ['branch', 'Branch by a segment'],
  ['set', 'Set a field'],
  ['end', 'End'],
];

export const days: readonly Option[] = [
  ['', 'Any day'],
  ['2', 'Monday'],
  ['3', 'Tuesday'],
  ['4', 'Wednesday'],
  ['5', 'Thursday'],
  ['6', 'Friday'],
  ['7', 'Saturday'],
  ['1', 'Sunday'],
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

interface Names {
  mailing(id: number): string;
  filter(id: number): string;
}

/** Describes a step in words. */
export function describeStep(step: Step, names: Names): string {
  switch (step.kind) {
    case 'send':
      return `Send “${names.mailing(step.mailing_id)}”`;
    case 'wait': {
      const parts = Object.entries(durationParts(step.duration)).filter(([, count]) => count !== '');
      return `Wait ${parts.map(([unit, count]) => `${count} ${count === '1' ? unit.slice(0, -1) : unit}`).join(', ')}`;
    }
    case 'wait_until': {
      const day = days.find(([value]) => value === String(step.day_of_week ?? ''))![1];
      return `Wait until ${step.day_of_week === undefined ? '' : `${day}, `}${step.hour}:00`;
    }
    case 'branch':
      return `In “${names.filter(step.contact_filter_id)}”: go to ${step.matching ?? 'the next step'}; otherwise to ${step.others ?? 'the next step'}`;
    case 'set':
      return step.value === null ? `Clear the field ${step.field}` : `Set the field ${step.field} to “${step.value}”`;
    case 'end':
      return 'End';
  }
}
