import { section } from '../../components/figures.ts';
import { linkButton, pageButton, postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { pageOf, pager } from '../../components/tables.ts';
import { html } from '../../html.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { standardFields } from '../contact-fields.ts';
import { idleWords } from '../idle-words.ts';
import { stepNumbers } from './numbers.ts';
import { placeOf, placeQuery } from './place.ts';
import { changeStep, insertStep, removalFault, removeStep } from './plan.ts';
import { stepChoices, withNamedReferences } from './references.ts';
import { runTable } from './runs.ts';
import { programVersion, saveSteps } from './save-steps.ts';
import { readChoices, stepFields } from './step-fields.ts';
import { describeStep, readSteps, type Step } from './steps.ts';
import { afterChange } from './takeover.ts';
import { list, readStepNames, stepOf, stepPath } from './view.ts';

const pageSize = 50;

/** A step with its form, its numbers, and who waits for it. */
export const stepPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string, typed?: Step): Promise<Response> {
  const { client, offers, params, query, say } = visit;
  const programId = Number(params.id);
  const program = await client.marketingAutomation.get({ programId }).orThrow();
  const index = stepOf(visit, program.steps);
  if (index === undefined) return redirect(`${list}/${programId}`);
  const step = program.steps[index]!;
  const own = stepPath(programId, index);
  const page = pageOf(query);
  const { version } = program;
  const [progress, waiting, names] = await Promise.all([
    client.marketingAutomation.getProgress({ programId }).orThrow(),
    client.marketingAutomation
      .listRuns({ programId, step: index, version, page_index: page, page_size: pageSize })
      .orThrow(),
    readStepNames(visit, program.steps),
  ]);
  const present = progress.versions.find((each) => each.version === version);
  const numbers = stepNumbers(say, present, index);
  const idle = present?.steps[index]?.idle ?? [];
  const reasons = idle.map(
    ({ reason, contacts }) =>
      html`<li data-idle="${reason}">${say('{count, plural, one {Did nothing once} other {Did nothing # times}}: {reason}', { count: contacts, reason: say(idleWords[reason]) })}</li>`,
  );
  const people = await runTable(
    visit,
    say('Who waits for this step'),
    waiting.items,
    say('Nobody waits for this step now.'),
  );
  const others = stepChoices(say, program.steps, names, { before: index, own: index });
  const form =
    offers('POST', own) &&
    section(
      say('Change the step'),
      postForm(
        visit,
        own,
        html`${programVersion(version)}${stepFields(say, typed ?? step, 0, { ...(await readChoices(visit, program)), others }, say('Step {position}', { position: index + 1 }))}<p class="row"><button>${say('Save')}</button>${linkButton(say('Cancel'), `${list}/${programId}`)}</p>`,
      ),
    );
  const body = html`${fault(message)}${section(
    say('What it does'),
    html`<p>${step.name && html`<b>${step.name}</b> `}${describeStep(say, step, names)}</p>${numbers.length > 0 && html`<ul data-numbers>${numbers.map((line) => html`<li>${line}</li>`)}</ul>`}${reasons.length > 0 && html`<ul>${reasons}</ul>`}<div class="row">${pageButton(visit, say('Move'), `${own}/place`)}${pageButton(visit, say('Copy'), `${own}/place?copy=yes`)}${postForm(visit, `${own}/remove`, html`${programVersion(version)}<button class="quiet">${say('Remove')}</button>`)}</div>`,
  )}${form}${section(say('Who waits for this step'), html`${people}${pager(visit, page, waiting.pages ?? 1)}`)}`;
  const parent = { label: program.name, path: `${list}/${programId}` };
  const title = say('Step {position}', { position: index + 1 });
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

/** The form of one step; `undefined` if nothing was chosen. */
function readStep({ form }: Visit): Step | undefined {
  const standard = new Set<string>(standardFields.map(([name]) => name));
  return readSteps(form, (field) => !standard.has(field), 1)[0];
}

/** Stores a step of a program. */
export async function saveStep(visit: Visit): Promise<Response> {
  const { params, say } = visit;
  const step = readStep(visit);
  if (step === undefined) return show(visit, say('Choose what happens in this step.'));
  const wrong = await saveSteps(visit, (steps) => {
    const index = stepOf(visit, steps);
    if (index === undefined) return [...steps];
    const named = withNamedReferences(steps, step);
    return changeStep(named.steps, index, named.step);
  });
  return wrong === undefined ? afterChange(visit, Number(params.id), 'program-saved') : show(visit, wrong, step);
}

/** Takes a step out of a program. */
export async function dropStep(visit: Visit): Promise<Response> {
  const { params, say } = visit;
  const wrong = await saveSteps(visit, (steps) => {
    const index = stepOf(visit, steps);
    if (index === undefined) return [...steps];
    const stays = removalFault(steps, index);
    if (stays === 'only') return { fault: say('An automation needs a step. Add another one first.') };
    if (stays === 'mail')
      return { fault: say('Another step asks about the mail of this one. Change that step first.') };
    return removeStep(steps, index);
  });
  return wrong === undefined ? afterChange(visit, Number(params.id), 'step-removed') : show(visit, wrong);
}

/** The form of a new step on an arrow of the drawing. */
export const newStepForm = (visit: Visit): Promise<Response> => showNew(visit);

async function showNew(visit: Visit, message?: string, typed?: Step): Promise<Response> {
  const { client, form, params, path, query, say } = visit;
  const programId = Number(params.id);
  const program = await client.marketingAutomation.get({ programId }).orThrow();
  const place = placeOf(form.has('after') ? form : query);
  const before = program.steps[place.from];
  const names = await readStepNames(visit, program.steps);
  const others = stepChoices(say, program.steps, names, { before: place.from + 1 });
  const where =
    before === undefined
      ? say('The new step is the first one.')
      : say('The new step comes after step {position}: {step}', {
          position: place.from + 1,
          step: describeStep(say, before, names),
        });
  const branch =
    place.name === 'next'
      ? undefined
      : place.name === 'matching'
        ? say('Only contacts who match go this way.')
        : say('Only the others go this way.');
  const body = html`${fault(message)}${section(
    say('New step'),
    html`${hint(html`${where} ${branch}`)}${postForm(visit, path, html`${programVersion(program.version)}<input type="hidden" name="after" value="${place.from}"><input type="hidden" name="way" value="${place.name}">${stepFields(say, typed, 0, { ...(await readChoices(visit, program)), others }, say('New step'))}<p class="row"><button>${say('Add the step')}</button>${linkButton(say('Cancel'), `${list}/${programId}`)}</p>`)}`,
  )}`;
  const parent = { label: program.name, path: `${list}/${programId}` };
  return respondPage(visit, { title: say('New step'), parent, body }, message === undefined ? 200 : 400);
}

/** Puts a new step on an arrow. */
export async function addStep(visit: Visit): Promise<Response> {
  const { form, params, say } = visit;
  const step = readStep(visit);
  if (step === undefined) return showNew(visit, say('Choose what happens in this step.'));
  const wrong = await saveSteps(visit, (steps) => {
    const named = withNamedReferences(steps, step);
    return insertStep(named.steps, placeOf(form), named.step);
  });
  return wrong === undefined ? afterChange(visit, Number(params.id), 'step-added') : showNew(visit, wrong, step);
}

/** Address of the form of a new step on an arrow. */
export const newStepPath = (programId: number, from: number, name: Parameters<typeof placeQuery>[1]) =>
  `${list}/${programId}/steps/new?${placeQuery(from, name)}`;
