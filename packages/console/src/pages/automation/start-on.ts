import { checkBox, type Option, selectField, textField, textOf } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { type Say, type Words, words } from '../../words.ts';
import { fieldName } from '../contact-fields.ts';
import type { Draft } from './steps.ts';

export type StartOn = NonNullable<Draft['start_on']>;
type Kind = StartOn['kind'];
type Change = Extract<StartOn, { kind: 'field_changed' }>;

/** What happens to contacts, as choices of the form. */
export const startKinds: readonly (readonly [kind: Kind, label: Words])[] = [
  ['contact_created', words('A contact is created')],
  ['tag_added', words('A tag is added')],
  ['tag_removed', words('A tag is removed')],
  ['field_changed', words('A field changes, or a topic is left')],
  ['link_clicked', words('A person clicks a link of a mailing')],
  ['mailing_opened', words('A person opens a mailing')],
  ['goal_reached', words('A goal of a website is reached')],
  ['segment_entered', words('A contact enters a segment')],
  ['segment_left', words('A contact leaves a segment')],
  ['unsubscribed', words('A contact unsubscribes from everything')],
  ['program_ended', words('Another automation has ended for a contact')],
];

/** Names of what starts can be about. */
export interface StartNames {
  mailing(id: number): string;
  goal(id: number): string;
  filter(id: number): string;
  program(id: number): string;
}

const noValue = words('no value');
const anyValue = words('any value');

/** What happens to contacts that begin, in words. */
export function describeStartOn(say: Say, start: StartOn, names: StartNames): string {
  switch (start.kind) {
    case 'contact_created':
      if (start.existing)
        return start.imports
          ? say('A contact is created or imported, and all who are there when it is activated')
          : say('A contact is created, and all who are there when it is activated');
      return start.imports ? say('A contact is created or imported') : say('A contact is created');
    case 'tag_added':
      return say('The tag “{tag}” is added', { tag: start.tag });
    case 'tag_removed':
      return say('The tag “{tag}” is removed', { tag: start.tag });
    case 'field_changed':
      return describeChange(say, start);
    case 'link_clicked': {
      const mailing = names.mailing(start.mailing_id);
      return start.link === undefined
        ? say('A person clicks a link of “{mailing}”', { mailing })
        : say('A person clicks {link} in “{mailing}”', { mailing, link: start.link });
    }
    case 'mailing_opened':
      return say('A person opens “{mailing}”', { mailing: names.mailing(start.mailing_id) });
    case 'goal_reached': {
      const goal = names.goal(start.goal_id);
      return start.mailing_id === undefined
        ? say('The goal “{goal}” is reached', { goal })
        : say('The goal “{goal}” is reached after “{mailing}”', { goal, mailing: names.mailing(start.mailing_id) });
    }
    case 'segment_entered': {
      const filter = names.filter(start.contact_filter_id);
      return start.existing
        ? say('A contact enters “{filter}”, or is in it when it is activated', { filter })
        : say('A contact enters “{filter}”', { filter });
    }
    case 'segment_left':
      return say('A contact leaves “{filter}”', { filter: names.filter(start.contact_filter_id) });
    case 'unsubscribed':
      return say('A contact unsubscribes from everything');
    case 'program_ended':
      return say('“{program}” has ended for a contact', { program: names.program(start.program_id) });
  }
}

function describeChange(say: Say, { field: name, from, to }: Change): string {
  const field = fieldName(say, name);
  if (from === undefined && to === undefined) return say('The field “{field}” changes', { field });
  const value = (each: string | null | undefined) =>
    each === undefined ? say(anyValue) : each === null ? say(noValue) : say('“{value}”', { value: each });
  return say('The field “{field}” changes from {from} to {to}', { field, from: value(from), to: value(to) });
}

/** What the form offers. */
export interface StartOnChoices extends StartNames {
  fields: readonly Option[];
  mailings: readonly Option[];
  goals: readonly Option[];
  filters: readonly Option[];
  programs: readonly Option[];
}

const sides: readonly (readonly [value: string, label: Words])[] = [
  ['any', anyValue],
  ['none', noValue],
  ['value', words('this value:')],
];

/** Fields in which a form asks what happens; the style shows those of the chosen kind. */
export function startOnInputs(say: Say, start: StartOn | undefined, choices: StartOnChoices): Content {
  const values = fieldsOfStartOn(start);
  type Name = keyof typeof values;
  const input = (label: string, name: Name, maxLength: number) =>
    textField({ label, name, value: values[name], maxLength });
  const choice = (label: string, name: Name, options: readonly Option[]) =>
    selectField({ label, name, value: values[name], options });
  const part = (of: readonly Kind[], content: Content, about?: string) =>
    html`<div class="of ${of.join(' ')}"><div class="fields">${content}</div>${about && hint(about)}</div>`;
  return html`${part(
    ['contact_created'],
    html`${checkBox(say('Also contacts that are imported'), 'created_imports', values.created_imports === 'yes')}${checkBox(say('Also contacts who are there when it is activated'), 'created_existing', values.created_existing === 'yes')}`,
    say('Mails go to those who may get them. Who signs up with a form is created before the confirmation.'),
  )}
${part(['tag_added', 'tag_removed'], input(say('Tag'), 'start_tag', 50))}
${part(
  ['field_changed'],
  html`${choice(say('Field that changes'), 'change_field', choices.fields)}${choice(say('from'), 'change_from', say.options(sides))}${input(say('Value before'), 'change_from_value', 255)}${choice(say('to'), 'change_to', say.options(sides))}${input(say('Value afterwards'), 'change_to_value', 255)}`,
  say('Somebody leaves a topic when its field changes from true to false. New contacts do not count.'),
)}
${part(
  ['link_clicked', 'mailing_opened'],
  choice(say('Which mailing'), 'start_mailing', choices.mailings),
  say('Only what a person does counts, not what machines do.'),
)}
${part(['link_clicked'], input(say('Address of the link; empty for any'), 'start_link', 2000))}
${part(
  ['goal_reached'],
  html`${choice(say('Goal'), 'start_goal', choices.goals)}${choice(say('After which mailing'), 'goal_mailing', [['', say('Any mailing')], ...choices.mailings.slice(1)])}`,
)}
${part(
  ['segment_entered', 'segment_left'],
  choice(say('Which segment'), 'start_segment', choices.filters),
  say('The contacts are compared every 5 minutes, or less often where that takes long.'),
)}
${part(['segment_entered'], checkBox(say('Also contacts who are in it when it is activated'), 'segment_existing', values.segment_existing === 'yes'))}
${part(['program_ended'], choice(say('Which automation'), 'start_program', choices.programs))}`;
}

/** The fields of a form with what happens; empty where the kind has none. */
export function fieldsOfStartOn(start: StartOn | undefined) {
  const of = <Each extends Kind>(...kinds: Each[]) =>
    kinds.some((kind) => kind === start?.kind) ? (start as Extract<StartOn, { kind: Each }>) : undefined;
  const created = of('contact_created');
  const change = of('field_changed');
  const goal = of('goal_reached');
  const segment = of('segment_entered', 'segment_left');
  const side = (value: string | null | undefined) => (value === undefined ? 'any' : value === null ? 'none' : 'value');
  return {
    created_imports: created?.imports ? 'yes' : '',
    created_existing: created?.existing ? 'yes' : '',
    start_tag: of('tag_added', 'tag_removed')?.tag ?? '',
    change_field: change?.field ?? '',
    change_from: side(change?.from),
    change_from_value: change?.from ?? '',
    change_to: side(change?.to),
    change_to_value: change?.to ?? '',
    start_mailing: String(of('link_clicked', 'mailing_opened')?.mailing_id ?? ''),
    start_link: of('link_clicked')?.link ?? '',
    start_goal: String(goal?.goal_id ?? ''),
    goal_mailing: String(goal?.mailing_id ?? ''),
    start_segment: String(segment?.contact_filter_id ?? ''),
    segment_existing: of('segment_entered')?.existing ? 'yes' : '',
    start_program: String(of('program_ended')?.program_id ?? ''),
  };
}

/** Reads what happens to contacts that begin, if the choice of the form is such a kind. */
export function readStartOn(choice: string, form: FormData, isCustom: (field: string) => boolean): StartOn | undefined {
  const text = (name: keyof ReturnType<typeof fieldsOfStartOn>) => textOf(form, name);
  switch (choice as Kind) {
    case 'contact_created':
      return {
        kind: 'contact_created',
        imports: text('created_imports') === 'yes',
        existing: text('created_existing') === 'yes',
      };
    case 'tag_added':
      return { kind: 'tag_added', tag: text('start_tag') };
    case 'tag_removed':
      return { kind: 'tag_removed', tag: text('start_tag') };
    case 'field_changed': {
      const value = (side: 'from' | 'to') => {
        const which = text(`change_${side}`);
        if (which !== 'none' && which !== 'value') return undefined;
        return which === 'none' ? null : text(`change_${side}_value`) || null;
      };
      const [field, from, to] = [text('change_field'), value('from'), value('to')];
      return {
        kind: 'field_changed',
        ...(isCustom(field) && { is_customfield: true }),
        field,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      };
    }
    case 'link_clicked':
      return {
        kind: 'link_clicked',
        mailing_id: Number(text('start_mailing')),
        ...(text('start_link') !== '' && { link: text('start_link') }),
      };
    case 'mailing_opened':
      return { kind: 'mailing_opened', mailing_id: Number(text('start_mailing')) };
    case 'goal_reached':
      return {
        kind: 'goal_reached',
        goal_id: Number(text('start_goal')),
        ...(text('goal_mailing') !== '' && { mailing_id: Number(text('goal_mailing')) }),
      };
    case 'segment_entered':
      return {
        kind: 'segment_entered',
        contact_filter_id: Number(text('start_segment')),
        existing: text('segment_existing') === 'yes',
      };
    case 'segment_left':
      return { kind: 'segment_left', contact_filter_id: Number(text('start_segment')) };
    case 'unsubscribed':
      return { kind: 'unsubscribed' };
    case 'program_ended':
      return { kind: 'program_ended', program_id: Number(text('start_program')) };
    default:
      return undefined;
  }
}
