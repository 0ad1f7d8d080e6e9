import { askAboutConflicts, fieldPart, optionLabel, seenField } from '../../components/conflict.ts';
import { section } from '../../components/figures.ts';
import { linkButton, type Option, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { FormPart } from '../../web/conflicts.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { ofVersion, readVersioned, type Versioned } from '../../web/versioned.ts';
import type { Say } from '../../words.ts';
import { customFieldsOf, standardFields } from '../contact-fields.ts';
import { triggerMailings } from './list.ts';
import {
  describeEntry,
  describeStart,
  fieldsOfStart,
  readStart,
  readStartChoices,
  type StartChoices,
  startInputs,
} from './start.ts';
import {
  activities,
  type Draft,
  days,
  describeStep,
  fieldsOfStep,
  fieldsOfSteps,
  kinds,
  readSteps,
  type Step,
} from './steps.ts';

const list = '/console/automation';
const empty = 3;

interface Choices {
  start: StartChoices;
  mailings: readonly Option[];
  filters: readonly Option[];
  fields: readonly Option[];
  /** Fields with the time zone of a contact, after the choice of that of the account. */
  zones: readonly Option[];
  /** Without this one. */
  programs: readonly Option[];
}

export const newProgramForm = (visit: Visit): Promise<Response> =>
  show(visit, { name: '', state: 'draft', steps: [] }, undefined, empty);

export async function editProgramForm(visit: Visit): Promise<Response> {
  const { stored } = (await readProgram(visit))!;
  return show(visit, stored, stored, empty);
}

/** The stored program; none if the form is for a new one. */
const readProgram = async ({ client, params }: Visit): Promise<Versioned<Draft> | undefined> =>
  params.id === undefined ? undefined : readVersioned(client.marketingAutomation.get({ programId: Number(params.id) }));

async function readChoices(visit: Visit, draft: Draft): Promise<Choices> {
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

async function show(
  visit: Visit,
  draft: Draft,
  stored: Draft | undefined,
  free: number,
  message?: string,
): Promise<Response> {
  const { params, say } = visit;
  const choices = await readChoices(visit, draft);
  const steps: (Step | undefined)[] = [...draft.steps, ...Array<undefined>(free).fill(undefined)];
  const isNew = params.id === undefined;
  const form = html`${stored && seenField(visit, visit.path, partsOf(say, stored, choices))}${section(
    say('Automation'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: draft.name, required: true, maxLength: 64 })}${selectField(
      {
        label: say('State'),
        name: 'state',
        value: draft.state,
        options: [
          ['draft', say('Draft')],
          ['released', say('Active')],
        ],
      },
    )}${selectField({
      label: say('Goal: contacts of this segment leave'),
      name: 'goal',
      value: String(draft.goal?.contact_filter_id ?? ''),
      options: [['', say('No goal')], ...choices.filters.slice(1)],
    })}</div>${startInputs(visit, draft, choices.start, choices.filters)}`,
  )}${section(
    say('Steps'),
    html`${hint(say('Steps follow each other in this order. A branch goes to the step with a name.'))}${steps.map((step, index) => stepFields(say, step, index, choices))}<p class="row"><button>${say('Save')}</button><button class="quiet" name="next" value="more" formnovalidate>${say('More steps')}</button>${linkButton(say('Cancel'), isNew ? list : `${list}/${params.id}`)}</p>`,
  )}`;
  const body = html`${fault(message)}${postForm(visit, visit.path, form)}`;
  const title = isNew ? say('Create an automation') : say('Edit {name}', { name: draft.name });
  const parent = { label: say('Automation'), path: list };
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

/** Fields of one step; the style shows those of its kind. */
function stepFields(say: Say, step: Step | undefined, index: number, choices: Choices): Content {
  const { mailings, filters, fields, programs, zones } = choices;
  const values = fieldsOfStep(step);
  type Name = keyof typeof values;
  const input = (label: string, name: Name, type: 'text' | 'number' = 'text') =>
    textField({ label, name: `${name}-${index}`, value: values[name], type });
  const choice = (label: string, name: Name, options: readonly Option[]) =>
    selectField({ label, name: `${name}-${index}`, value: values[name], options });
  const part = (of: readonly Step['kind'][], content: Content) =>
    html`<div class="fields of ${of.join(' ')}">${content}</div>`;
  return html`<fieldset class="step"><legend>${say('Step {position}', { position: index + 1 })}</legend><div class="fields">${choice(say('What happens'), 'kind', say.options(kinds))}${input(say('Name'), 'name')}</div>
${part(['send'], choice(say('Mailing'), 'mailing', mailings))}
${part(['branch', 'wait_for'], choice(say('Contacts of'), 'filter', filters))}
${part(['branch_activity', 'wait_for_activity'], html`${input(say('The mail of the step'), 'sent_by')}${choice(say('is'), 'activity', say.options(activities))}`)}
${part(['branch_random'], input(say('Per cent of the contacts, by chance'), 'percent', 'number'))}
${part(['wait', 'wait_for', 'wait_for_activity'], html`${input(say('Days'), 'days', 'number')}${input(say('Hours'), 'hours', 'number')}${input(say('Minutes'), 'minutes', 'number')}`)}
${part(['wait_until'], html`${input(say('Hour of the day'), 'hour', 'number')}${choice(say('Day'), 'day', say.options(days))}${choice(say('Time zone'), 'zone', zones)}`)}
${part(['branch', 'branch_activity', 'branch_random', 'wait_for', 'wait_for_activity'], html`${input(say('go to the step'), 'matching')}${input(say('others to the step'), 'others')}`)}
${part(['add_tag', 'remove_tag'], input(say('Tag'), 'tag'))}
${part(['start_program', 'leave_program'], choice(say('Which automation'), 'program', programs))}
${part(['notify'], input(say('Address of the user'), 'user'))}
${part(['set'], html`${choice(say('Field'), 'field', fields)}${input(say('Value'), 'value')}`)}</fieldset>`;
}

/** Parts of a program that people can choose between. Its steps are one: they go to each other. */
function partsOf(say: Say, draft: Draft, choices: Choices): FormPart[] {
  const names = {
    mailing: (id: number) => optionLabel(choices.mailings, String(id)),
    filter: (id: number) => optionLabel(choices.filters, String(id)),
    program: (id: number) => optionLabel(choices.programs, String(id)),
  };
  const steps = draft.steps.map((step, index) =>
    [`${index + 1}.`, step.name, describeStep(say, step, names)].filter(Boolean).join(' '),
  );
  return [
    fieldPart(say('Name'), 'name', draft.name),
    {
      label: say('Begins with'),
      fields: fieldsOfStart(draft),
      shown: [
        describeStart(say, draft, choices.start),
        describeEntry(say, draft, names.filter(draft.contact_filter_id ?? 0)),
      ].join('\n'),
    },
    fieldPart(
      say('Goal: contacts of this segment leave'),
      'goal',
      String(draft.goal?.contact_filter_id ?? ''),
      draft.goal && names.filter(draft.goal.contact_filter_id),
    ),
    fieldPart(say('State'), 'state', draft.state, draft.state === 'released' ? say('Active') : say('Draft')),
    { label: say('Steps'), fields: fieldsOfSteps(draft.steps), shown: steps.join('\n') },
  ];
}

/** Stores a program; another button of the form asks for more steps. */
export async function saveProgram(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const standard = new Set<string>(standardFields.map(([name]) => name));
  const body: Draft = {
    name: textOf(form, 'name'),
    state: form.get('state') === 'released' ? 'released' : 'draft',
    ...readStart(form),
    ...(textOf(form, 'goal') !== '' && { goal: { contact_filter_id: Number(textOf(form, 'goal')) } }),
    steps: readSteps(form, (field) => !standard.has(field)),
  };
  const before = await readProgram(visit);
  const stored = before?.stored;
  if (form.get('next') === 'more') return show(visit, body, stored, 2 * empty);
  if (body.steps.length === 0)
    return show(visit, body, stored, empty, say('Choose what happens in at least one step.'));
  if (stored) {
    const [choices, theirChoices] = await Promise.all([readChoices(visit, body), readChoices(visit, stored)]);
    const [mine, theirs] = [partsOf(say, body, choices), partsOf(say, stored, theirChoices)];
    const title = say('Edit {name}', { name: stored.name });
    const parent = { label: say('Automation'), path: list };
    const asked = askAboutConflicts(visit, { mine, theirs, title, parent, back: visit.path });
    if (asked) return asked;
  }
  const programs = client.marketingAutomation;
  const saved = await attempt(
    before === undefined
      ? programs.create({ body }).orThrow()
      : programs.update({ programId: Number(params.id), body, ...ofVersion(before.version) }).orThrow(),
  );
  if (!('fault' in saved)) return redirect(`${list}/${saved.value.id}?done=program-saved`);
  // Somebody was quicker by a moment: now there may be something to ask.
  if (before !== undefined && (await readProgram(visit))?.version !== before.version) return saveProgram(visit);
  return show(visit, body, stored, empty, saved.fault);
}
