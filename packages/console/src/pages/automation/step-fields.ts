import { type Option, selectField, textField } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { customFieldsOf, standardFields } from '../contact-fields.ts';
import { triggerMailings } from './list.ts';
import type { StepChoices } from './references.ts';
import { readStartChoices, type StartChoices } from './start.ts';
import { activities, type Draft, days, fieldsOfStep, kinds, type Step } from './steps.ts';

/** What the forms of a program offer. */
export interface Choices {
  start: StartChoices;
  mailings: readonly Option[];
  filters: readonly Option[];
  fields: readonly Option[];
  /** Fields with the time zone of a contact, after the choice of that of the account. */
  zones: readonly Option[];
  /** Without this one. */
  programs: readonly Option[];
  /** Steps to refer to. A form of the whole list has none: its steps are written with it, and refer to each other by names. */
  others?: StepChoices;
}

/** Reads what the forms of a program offer. */
export async function readChoices(visit: Visit, draft: Draft): Promise<Choices> {
  const { client, say } = visit;
  const [start, mailings, filters, custom] = await Promise.all([
    readStartChoices(visit, draft),
    triggerMailings(client),
    client.contactFilters.list({ page_size: 1000 }).orThrow(),
    customFieldsOf(client),
  ]);
  const none = ['', say('Choose …')] as const;
  return {
    start,
    mailings: [
      none,
      ...mailings.map(({ id, name, state }) => {
        return [String(id), state === 'released' ? name : say('{name} (not active)', { name })] as const;
      }),
    ],
    filters: [none, ...filters.items.map(({ id, name }) => [String(id), name ?? String(id)] as const)],
    fields: [none, ...say.options(standardFields), ...custom.map(({ name }) => [name, name] as const)],
    zones: [
      ['', say('of the account')],
      ...custom.filter(({ type }) => type === 'string').map(({ name }) => [name, name] as const),
    ],
    programs: start.programs,
  };
}

/**
 * Fields of one step; the style shows those of its kind.
 * @param legend what the step is called, where its fields are not those of the list
 */
export function stepFields(
  say: Say,
  step: Step | undefined,
  index: number,
  choices: Choices,
  legend: string = say('Step {position}', { position: index + 1 }),
): Content {
  const { mailings, filters, fields, programs, zones, others } = choices;
  const values = fieldsOfStep(step);
  type Name = keyof typeof values;
  const input = (label: string, name: Name, type: 'text' | 'number' = 'text') =>
    textField({ label, name: `${name}-${index}`, value: values[name], type });
  const choice = (label: string, name: Name, options: readonly Option[]) =>
    selectField({ label, name: `${name}-${index}`, value: values[name], options });
  const toStep = (label: string, name: Name, none: string) =>
    others === undefined ? input(label, name) : choice(label, name, [['', none], ...others.steps]);
  const following = say('the next step');
  const mailLabel = say('The mail of the step');
  const mail =
    others === undefined
      ? input(mailLabel, 'sent_by')
      : selectField({
          ...{ label: mailLabel, name: `sent_by-${index}`, value: values.sent_by || others.lastMail },
          options: [['', say('Choose …')], ...others.mails],
        });
  const part = (of: readonly Step['kind'][], content: Content) =>
    html`<div class="fields of ${of.join(' ')}">${content}</div>`;
  return html`<fieldset class="step"><legend>${legend}</legend><div class="fields">${choice(say('What happens'), 'kind', say.options(kinds))}${input(say('Name'), 'name')}</div>
${part(['send'], choice(say('Mailing'), 'mailing', mailings))}
${part(['branch', 'wait_for'], choice(say('Contacts of'), 'filter', filters))}
${part(['branch_activity', 'wait_for_activity'], html`${mail}${choice(say('is'), 'activity', say.options(activities))}`)}
${part(['branch_random'], input(say('Per cent of the contacts, by chance'), 'percent', 'number'))}
${part(['wait', 'wait_for', 'wait_for_activity'], html`${input(say('Days'), 'days', 'number')}${input(say('Hours'), 'hours', 'number')}${input(say('Minutes'), 'minutes', 'number')}`)}
${part(['wait_until'], html`${input(say('Hour of the day'), 'hour', 'number')}${choice(say('Day'), 'day', say.options(days))}${choice(say('Time zone'), 'zone', zones)}`)}
${part(['branch', 'branch_activity', 'branch_random', 'wait_for', 'wait_for_activity'], html`${toStep(say('go to the step'), 'matching', following)}${toStep(say('others to the step'), 'others', following)}`)}
${part(['go_to'], toStep(say('go on with the step'), 'to', say('Choose …')))}
${part(['add_tag', 'remove_tag'], input(say('Tag'), 'tag'))}
${part(['start_program', 'leave_program'], choice(say('Which automation'), 'program', programs))}
${part(['notify'], input(say('Address of the user'), 'user'))}
${part(['set'], html`${choice(say('Field'), 'field', fields)}${input(say('Value'), 'value')}`)}</fieldset>`;
}
