import { section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { empty, hint } from '../../components/notice.ts';
import { pageOf, pager } from '../../components/tables.ts';
import { type Moment, timeline } from '../../components/timeline.ts';
import { localMinute } from '../../components/times.ts';
import { html } from '../../html.ts';
import { drawingFiles } from '../../web/assets.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { idleWords } from '../idle-words.ts';
import { drawProgram, wayLabel } from './drawing.ts';
import type { Run } from './numbers.ts';
import { marksOf } from './passed.ts';
import { whenNext } from './runs.ts';
import { describeShortly, type StepNames } from './short-steps.ts';
import type { Step } from './steps.ts';
import { list, readStepNames, stepPath } from './view.ts';

/** A contact's way through a program, drawn on it; each page has one of its runs, the newest first. */
export async function contactWayPage(visit: Visit): Promise<Response> {
  const { client, params, query, say } = visit;
  const programId = Number(params.id);
  const contact_id = Number(params.contact);
  const page = pageOf(query);
  if (!Number.isSafeInteger(contact_id) || contact_id < 1) return redirect(`${list}/${programId}`);
  const [{ items, pages }, found, newest] = await Promise.all([
    client.marketingAutomation.listRuns({ programId, contact_id, page_index: page, page_size: 1 }).orThrow(),
    client.contacts.find({ ids: [contact_id], limit: 1 }).orThrow(),
    client.marketingAutomation.get({ programId }).orThrow(),
  ]);
  const [run] = items;
  const contact = found.contacts[0]?.email ?? say('Contact {id}', { id: contact_id });
  const parent = { label: newest.name, path: `${list}/${programId}` };
  const title = say('Way of {contact}', { contact });
  if (run === undefined) {
    const body = empty(say('This contact has not been in the automation.'));
    return respondPage(visit, { title, parent, body });
  }
  const isNewest = run.version === newest.version;
  const { steps } = isNewest
    ? newest
    : await client.marketingAutomation.get({ programId, version: run.version }).orThrow();
  const passed = run.passed ?? [];
  const earlier = [...new Set(passed.flatMap(({ version }) => version ?? []))];
  const ofEarlier = await Promise.all(
    earlier.map((version) => client.marketingAutomation.get({ programId, version }).orThrow()),
  );
  const versions = new Map([
    [run.version, steps],
    ...earlier.map((version, at) => [version, ofEarlier[at]!.steps] as const),
  ]);
  const names = await readStepNames(visit, [...versions.values()].flat());
  const isKnown = passed.length === run.taken;
  const inVersion = passed.filter(({ version }) => version === undefined);
  const atEnd = run.ended !== undefined && run.left === undefined;
  const drawing = drawProgram(say, steps, {
    names,
    ...(isNewest && { link: (index: number) => stepPath(programId, index) }),
    notes: (index) => (run.step === index && run.due !== undefined ? [waits(visit, run.due)] : []),
    passed: marksOf(steps, inVersion, { isWhole: inVersion.length === run.taken, next: run.step, atEnd }),
  });
  const told = html`${!isKnown && hint(say('Older steps of this contact are not known.'))}${timeline(visit, momentsOf(visit, versions, run, names), '')}`;
  const body = html`${section(say('Drawing'), html`${!isNewest && hint(say('The contact is in version {version}, which is older than the present one.', { version: run.version }))}${drawing}`)}${section(say('What has happened'), html`${told}${pager(visit, page, pages ?? 1)}`)}<p><a href="/console/contacts/${contact_id}">${contact}</a></p>`;
  return respondPage(visit, { title, parent, body, files: drawingFiles });
}

const waits = (visit: Visit, due: number) => visit.say('Is here; goes on {time}', { time: localMinute(visit, due) });

/** What has happened, from the start on; the last moment says how it goes on. */
function momentsOf(visit: Visit, versions: ReadonlyMap<number, readonly Step[]>, run: Run, names: StepNames): Moment[] {
  const { say } = visit;
  const began: Moment = { at: textOfInstant(run.started), kind: 'plain', text: say('Began') };
  const moments = (run.passed ?? []).map(({ step: index, version, timestamp, matching, idle }): Moment => {
    const step = versions.get(version ?? run.version)?.[index];
    const what = step === undefined ? '' : describeShortly(say, step, names);
    const way = matching === undefined ? '' : wayLabel(say, step, matching ? 'matching' : 'others');
    return {
      at: textOfInstant(timestamp),
      kind: idle === undefined ? 'good' : 'bad',
      text: `${index + 1}. ${what}${way && ` – ${way}`}`,
      detail: [version && say('In version {version}', { version }), idle && say(idleWords[idle])]
        .filter(Boolean)
        .join('; '),
    };
  });
  const last: Moment =
    run.due === undefined
      ? { at: textOfInstant(run.ended ?? run.started), kind: 'plain', text: whenNext(visit, run) }
      : {
          at: textOfInstant(run.due),
          kind: 'plain',
          text: say('Next: step {position}', { position: (run.step ?? 0) + 1 }),
        };
  return [began, ...moments, last];
}

/** An instant as timelines take it. */
export const textOfInstant = (instant: number): string =>
  new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
