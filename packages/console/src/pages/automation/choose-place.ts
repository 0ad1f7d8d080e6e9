import { section } from '../../components/figures.ts';
import { linkButton, postForm, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { drawingFiles } from '../../web/assets.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { drawProgram, wayLabel } from './drawing.ts';
import { placeOf } from './place.ts';
import { copyStep, moveStep } from './plan.ts';
import { programVersion, saveSteps } from './save-steps.ts';
import { describeShortly } from './short-steps.ts';
import { afterChange } from './takeover.ts';
import { list, readStepNames, stepOf, stepPath } from './view.ts';
import type { Way } from './ways.ts';

/** The drawing with a button on each arrow to which a step can be moved or copied. */
export const choosePlaceForm = (visit: Visit): Promise<Response> => show(visit, visit.query.get('copy') === 'yes');

async function show(visit: Visit, isCopy: boolean, message?: string): Promise<Response> {
  const { client, params, path, say } = visit;
  const programId = Number(params.id);
  const program = await client.marketingAutomation.get({ programId }).orThrow();
  const { steps } = program;
  const index = stepOf(visit, steps);
  if (index === undefined) return redirect(`${list}/${programId}`);
  const names = await readStepNames(visit, steps);
  const onArrow = ({ from, name }: Way) => {
    if (from === index && !isCopy) return undefined;
    const label = wayLabel(say, steps[from], name);
    const position = from + 1;
    const where =
      from < 0
        ? say('Here: at the start')
        : say('Here: after step {position} {way}', { position, way: label && `(${label})` });
    return postForm(
      visit,
      path,
      html`${programVersion(program.version)}<input type="hidden" name="after" value="${from}"><input type="hidden" name="way" value="${name}">${isCopy && html`<input type="hidden" name="copy" value="yes">`}<button class="plus" aria-label="${where.trim()}" title="${where.trim()}">↓</button>`,
    );
  };
  const drawing = drawProgram(say, steps, {
    names,
    onArrow,
    passed: { steps: new Set(), ways: new Set(), here: index },
  });
  const what = describeShortly(say, steps[index]!, names);
  const title = isCopy
    ? say('Copy step {position}', { position: index + 1 })
    : say('Move step {position}', { position: index + 1 });
  const body = html`${fault(message)}${section(say('Where to?'), html`${hint(say('Choose the arrow for this step: {step}', { step: what }))}${drawing}<p>${linkButton(say('Cancel'), stepPath(programId, index))}</p>`)}`;
  const parent = { label: program.name, path: `${list}/${programId}` };
  return respondPage(visit, { title, parent, body, files: drawingFiles }, message === undefined ? 200 : 400);
}

/** Moves a step to another arrow, or puts a copy there. */
export async function placeStep(visit: Visit): Promise<Response> {
  const { form, params } = visit;
  const isCopy = textOf(form, 'copy') === 'yes';
  const wrong = await saveSteps(visit, (steps) => {
    const index = stepOf(visit, steps);
    if (index === undefined) return [...steps];
    return (isCopy ? copyStep : moveStep)(steps, index, placeOf(form));
  });
  return wrong === undefined ? afterChange(visit, Number(params.id), 'step-placed') : show(visit, isCopy, wrong);
}
