import { askAboutConflicts, fieldPart, optionLabel, seenField } from '../../components/conflict.ts';
import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { FormPart } from '../../web/conflicts.ts';
import type { Visit } from '../../web/routes.ts';
import { ofVersion, readVersioned, type Versioned } from '../../web/versioned.ts';
import type { Say } from '../../words.ts';
import { standardFields } from '../contact-fields.ts';
import { describeEntry, describeStart, fieldsOfStart, readStart, startInputs } from './start.ts';
import { type Choices, readChoices, stepFields } from './step-fields.ts';
import { type Draft, describeStep, fieldsOfSteps, readSteps, type Step } from './steps.ts';
import { afterChange } from './takeover.ts';

const list = '/console/automation';
const empty = 3;

export const newProgramForm = (visit: Visit): Promise<Response> =>
  show(visit, { name: '', state: 'draft', steps: [] }, undefined, empty);

export async function editProgramForm(visit: Visit): Promise<Response> {
  const { stored } = (await readProgram(visit))!;
  return show(visit, stored, stored, empty);
}

/** The stored program; none if the form is for a new one. */
const readProgram = async ({ client, params }: Visit): Promise<Versioned<Draft> | undefined> =>
  params.id === undefined ? undefined : readVersioned(client.marketingAutomation.get({ programId: Number(params.id) }));

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
    })}${selectField({
      label: say('Contacts of this segment leave early'),
      name: 'exit',
      value: String(draft.exit_filter_id ?? ''),
      options: [['', say('No segment')], ...choices.filters.slice(1)],
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
    fieldPart(
      say('Contacts of this segment leave early'),
      'exit',
      String(draft.exit_filter_id ?? ''),
      draft.exit_filter_id === undefined ? undefined : names.filter(draft.exit_filter_id),
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
    ...(textOf(form, 'exit') !== '' && { exit_filter_id: Number(textOf(form, 'exit')) }),
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
  if (!('fault' in saved)) return afterChange(visit, saved.value.id, 'program-saved');
  // Somebody was quicker by a moment: now there may be something to ask.
  if (before !== undefined && (await readProgram(visit))?.version !== before.version) return saveProgram(visit);
  return show(visit, body, stored, empty, saved.fault);
}
