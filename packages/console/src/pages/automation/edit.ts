import { section } from '../../components/figures.ts';
import { linkButton, type Option, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { customFieldsOf, standardFields } from '../contacts/fields.ts';
import { eventLabel, transactionTypes, triggerMailings } from './list.ts';
import { type Draft, days, durationParts, kinds, readSteps, type Step } from './steps.ts';

const list = '/console/automation';
const empty = 3;

interface Choices {
  events: readonly Option[];
  mailings: readonly Option[];
  filters: readonly Option[];
  fields: readonly Option[];
}

export const newProgramForm = (visit: Visit): Promise<Response> =>
  show(visit, { name: '', state: 'draft', steps: [] }, empty);

export const editProgramForm = async (visit: Visit): Promise<Response> =>
  show(visit, await visit.client.marketingAutomation.get({ programId: Number(visit.params.id) }).orThrow(), empty);

async function readChoices({ client, say }: Visit): Promise<Choices> {
  const [types, mailings, filters, custom] = await Promise.all([
    transactionTypes(client),
    triggerMailings(client),
    client.contactFilters.list({ page_size: 1000 }).orThrow(),
    customFieldsOf(client),
  ]);
  const none = ['', say('Choose …')] as const;
  return {
    events: ['', 'DOI_CONFIRMED', ...types.keys()].map((event) => [event, eventLabel(say, event, types)]),
    mailings: [none, ...mailings.map(({ id, name }) => [String(id), name] as const)],
    filters: [none, ...filters.items.map(({ id, name }) => [String(id), name ?? String(id)] as const)],
    fields: [none, ...say.options(standardFields), ...custom.map(({ name }) => [name, name] as const)],
  };
}

async function show(visit: Visit, draft: Draft, free: number, message?: string): Promise<Response> {
  const { params, say } = visit;
  const choices = await readChoices(visit);
  const steps: (Step | undefined)[] = [...draft.steps, ...Array<undefined>(free).fill(undefined)];
  const isNew = params.id === undefined;
  const form = html`${section(
    say('Program'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: draft.name, required: true, maxLength: 64 })}${selectField({ label: say('Begins with'), name: 'start_event', value: draft.start_event?.toUpperCase() ?? '', options: choices.events })}${selectField(
      {
        label: say('State'),
        name: 'state',
        value: draft.state,
        options: [
          ['draft', say('Draft')],
          ['released', say('Active')],
        ],
      },
    )}</div>`,
  )}${section(
    say('Steps'),
    html`${hint(say('Steps follow each other in this order. A branch goes to the step with a name.'))}${steps.map((step, index) => stepFields(say, step, index, choices))}<p class="row"><button>${say('Save')}</button><button class="quiet" name="next" value="more" formnovalidate>${say('More steps')}</button>${linkButton(say('Cancel'), isNew ? list : `${list}/${params.id}`)}</p>`,
  )}`;
  const body = html`${fault(message)}${postForm(visit, visit.path, form)}`;
  const title = isNew ? say('Create a program') : say('Edit {name}', { name: draft.name });
  const parent = { label: say('Automation'), path: list };
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

/** Fields of one step; the style shows those of its kind. */
function stepFields(say: Say, step: Step | undefined, index: number, { mailings, filters, fields }: Choices): Content {
  const of = <Kind extends Step['kind']>(kind: Kind) =>
    step?.kind === kind ? (step as Extract<Step, { kind: Kind }>) : undefined;
  const wait = durationParts(of('wait')?.duration ?? '');
  const input = (label: string, name: string, value: string | number | undefined, type: 'text' | 'number' = 'text') =>
    textField({ label, name: `${name}-${index}`, value: value === undefined ? '' : String(value), type });
  const choice = (label: string, name: string, value: string | number | undefined, options: readonly Option[]) =>
    selectField({ label, name: `${name}-${index}`, value: String(value ?? ''), options });
  const part = (kind: string, content: Content) => html`<div class="fields of ${kind}">${content}</div>`;
  const branch = of('branch');
  return html`<fieldset class="step"><legend>${say('Step {position}', { position: index + 1 })}</legend><div class="fields">${choice(say('What happens'), 'kind', step?.kind, say.options(kinds))}${input(say('Name'), 'name', step?.name)}</div>
${part('send', choice(say('Mailing'), 'mailing', of('send')?.mailing_id, mailings))}
${part('wait', html`${input(say('Days'), 'days', wait.days, 'number')}${input(say('Hours'), 'hours', wait.hours, 'number')}${input(say('Minutes'), 'minutes', wait.minutes, 'number')}`)}
${part('wait_until', html`${input(say('Hour of the day'), 'hour', of('wait_until')?.hour, 'number')}${choice(say('Day'), 'day', of('wait_until')?.day_of_week, say.options(days))}`)}
${part('branch', html`${choice(say('Contacts of'), 'filter', branch?.contact_filter_id, filters)}${input(say('go to the step'), 'matching', branch?.matching)}${input(say('others to the step'), 'others', branch?.others)}`)}
${part('set', html`${choice(say('Field'), 'field', of('set')?.field, fields)}${input(say('Value'), 'value', of('set')?.value ?? undefined)}`)}</fieldset>`;
}

/** Stores a program; another button of the form asks for more steps. */
export async function saveProgram(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const standard = new Set<string>(standardFields.map(([name]) => name));
  const event = textOf(form, 'start_event');
  const body: Draft = {
    name: textOf(form, 'name'),
    state: form.get('state') === 'released' ? 'released' : 'draft',
    ...(event !== '' && { start_event: event }),
    steps: readSteps(form, (field) => !standard.has(field)),
  };
  if (form.get('next') === 'more') return show(visit, body, 2 * empty);
  if (body.steps.length === 0) return show(visit, body, empty, say('Choose what happens in at least one step.'));
  const programs = client.marketingAutomation;
  const saved = await attempt(
    params.id === undefined
      ? programs.create({ body }).orThrow()
      : programs.update({ programId: Number(params.id), body }).orThrow(),
  );
  return 'fault' in saved
    ? show(visit, body, empty, saved.fault)
    : redirect(`${list}/${saved.value.id}?done=program-saved`);
}
