import { facts, section } from '../../components/figures.ts';
import { pageButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { drawingFiles } from '../../web/assets.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { idleWords } from '../idle-words.ts';
import { outcomeNote } from '../outcomes.ts';
import { obstacleList } from '../readiness.ts';
import { drawProgram, wayLabel } from './drawing.ts';
import { isolated } from './layout.ts';
import { programBadge } from './list.ts';
import { stepNumbers, type VersionProgress } from './numbers.ts';
import { runTable } from './runs.ts';
import { describeEntry, describeStart, readReasonNames } from './start.ts';
import { newStepPath } from './step.ts';
import { describeStep, type Step } from './steps.ts';
import { olderVersionsNote } from './takeover.ts';
import { list, readStepNames, stepPath } from './view.ts';
import type { Way } from './ways.ts';

/** A program as a drawing, and as the list of the same steps. */
export async function programPage(visit: Visit): Promise<Response> {
  const { client, params, say } = visit;
  const of = { programId: Number(params.id) };
  const [program, readiness, { versions, runs }] = await Promise.all([
    client.marketingAutomation.get(of).orThrow(),
    client.marketingAutomation.getReadiness(of).orThrow(),
    client.marketingAutomation.getProgress(of).orThrow(),
  ]);
  const { steps } = program;
  const present = versions.find(({ version }) => version === program.version);
  const waiting = present?.contacts ?? [];
  const [reasons, names] = await Promise.all([
    readReasonNames(visit, [program]),
    readStepNames(
      visit,
      steps,
      [program.contact_filter_id ?? [], program.goal?.contact_filter_id ?? [], program.exit_filter_id ?? []].flat(),
    ),
  ]);
  const { filter } = names;
  const earlier = versions.flatMap(({ version, contacts }) => (version < program.version ? contacts : []));
  const onTheirWay = earlier.reduce((sum, count) => sum + count, 0);
  const reached = versions.reduce((sum, { goal }) => sum + goal, 0);
  const left = versions.reduce((sum, { exits }) => sum + exits, 0);
  const entry = describeEntry(say, program, filter(program.contact_filter_id ?? 0));
  const item = (step: Step, index: number) =>
    html`<li class="${step.kind}"><a href="${stepPath(program.id, index)}">${say('Step {position}', { position: index + 1 })}</a> ${step.name && html`<b>${step.name}</b>`}${describeStep(say, step, names)}${(waiting[index] ?? 0) > 0 && html` <span class="soft">${say('{count, plural, one {# contact waits for this step} other {# contacts wait for this step}}', { count: waiting[index]! })}</span>`}${stepCounts(say, present?.steps[index])}</li>`;
  const onArrow = ({ from, name }: Way) => {
    if (!visit.offers('POST', `${list}/${program.id}/steps/new`)) return undefined;
    const label = wayLabel(say, steps[from], name);
    const where =
      from < 0
        ? say('New step at the start')
        : say('New step after step {position} {way}', { position: from + 1, way: label && `(${label})` });
    return html`<a class="plus" href="${newStepPath(program.id, from, name)}" aria-label="${where.trim()}" title="${where.trim()}">+</a>`;
  };
  const drawing = drawProgram(say, steps, {
    ...{ names, onArrow, link: (index: number) => stepPath(program.id, index) },
    notes: (index) => stepNumbers(say, present, index),
  });
  const apart = isolated(steps);
  const lonely =
    apart.length > 0 &&
    hint(
      say('No arrow leads to these steps: {steps}. Nobody comes there.', {
        steps: apart.map((index) => index + 1).join(', '),
      }),
    );
  const body = html`${section(
    say('Automation'),
    html`${await outcomeNote(visit, { kind: 'program', object_id: program.id })}${obstacleList(visit, readiness, `${list}/${program.id}`)}${facts(
      [
        [say('State'), programBadge(say, program.state)],
        [say('Begins with'), describeStart(say, program, reasons)],
        ...(entry === '' ? [] : [[say('Who begins'), entry] as const]),
        ...(program.next_start === undefined
          ? []
          : [[say('Next contacts begin'), localTime(visit, program.next_start)] as const]),
        [say('Contacts in it now'), say.number(program.active_runs)],
        ...(program.goal === undefined
          ? []
          : [
              [
                say('Goal'),
                say('“{filter}”: {count, plural, one {# contact has reached it} other {# contacts have reached it}}', {
                  filter: filter(program.goal.contact_filter_id),
                  count: reached,
                }),
              ] as const,
            ]),
        ...(program.exit_filter_id === undefined
          ? []
          : [
              [
                say('Leave early'),
                say('“{filter}”: {count, plural, one {# contact has left early} other {# contacts have left early}}', {
                  filter: filter(program.exit_filter_id),
                  count: left,
                }),
              ] as const,
            ]),
        [say('Version'), `${program.version}, ${localTime(visit, program.updated)}`],
      ],
    )}${olderVersionsNote(visit, program.id, onTheirWay)}`,
  )}${section(say('Drawing'), html`${drawing}${lonely}`)}${section(say('Steps'), html`<ol class="program">${steps.map(item)}</ol>${(waiting[steps.length] ?? 0) > 0 && hint(say('{count, plural, one {# contact waits for the end} other {# contacts wait for the end}}', { count: waiting[steps.length]! }))}`)}${section(say('Latest runs'), await runTable(visit, say('Latest runs'), runs, say('No contact has started this automation yet.')))}`;
  const start =
    program.state === 'released' && pageButton(visit, say('Start for a segment'), `${list}/${program.id}/start`);
  const actions = html`${pageButton(visit, say('Try it out'), `${list}/${program.id}/try`)}${start}${pageButton(visit, say('Edit'), `${list}/${program.id}/edit`, 'main')}`;
  const parent = { label: say('Automation'), path: list };
  return respondPage(visit, { title: program.name, parent, actions, body, files: drawingFiles });
}

/** How often contacts have taken a step of this version, and how often it did nothing. */
const stepCounts = (say: Say, step: VersionProgress['steps'][number] | undefined): Content =>
  step !== undefined &&
  html`${step.taken > 0 && html`<br><span class="soft" data-taken="${step.taken}">${say('{count, plural, one {Taken once} other {Taken # times}}', { count: step.taken })}</span>`}${step.matching > 0 && html`<br><span class="soft" data-matching="${step.matching}">${say('{count, plural, one {# contact matched} other {# contacts matched}}', { count: step.matching })}</span>`}${step.left > 0 && html`<br><span class="soft" data-left="${step.left}">${say('{count, plural, one {# contact left the automation before this step} other {# contacts left the automation before this step}}', { count: step.left })}</span>`}${step.idle.map(({ reason, contacts }) => html`<br><span data-idle="${reason}">${say('{count, plural, one {Did nothing once} other {Did nothing # times}}: {reason}', { count: contacts, reason: say(idleWords[reason]) })}</span>`)}`;
