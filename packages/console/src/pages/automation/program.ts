import type { Client } from '@mailwright/client';
import { facts, section } from '../../components/figures.ts';
import { pageButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute, localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { idleWords } from '../idle-words.ts';
import { readNames } from '../mailing-names.ts';
import { outcomeNote } from '../outcomes.ts';
import { obstacleList } from '../readiness.ts';
import { programBadge } from './list.ts';
import { readFilterNames, readProgramNames } from './names.ts';
import { describeEntry, describeStart, readReasonNames } from './start.ts';
import { describeStep, type Step } from './steps.ts';

const list = '/console/automation';

/** A program, drawn as the list of its steps. */
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
  const mailingIds = steps.flatMap((step) => (step.kind === 'send' ? step.mailing_id : []));
  const inSteps = steps.flatMap((step) => ('contact_filter_id' in step ? step.contact_filter_id : []));
  const filterIds = [...inSteps, program.contact_filter_id ?? [], program.goal?.contact_filter_id ?? []].flat();
  const programIds = steps.flatMap((step) => ('program_id' in step ? step.program_id : []));
  const [reasons, mailings, filter, other] = await Promise.all([
    readReasonNames(visit, [program]),
    readNames(visit.say, client, mailingIds),
    readFilterNames(visit, filterIds),
    readProgramNames(visit, programIds),
  ]);
  const names = { mailing: (id: number) => mailings.get(id) ?? say('Mailing {id}', { id }), filter, program: other };
  const reached = versions.reduce((sum, { goal }) => sum + goal, 0);
  const entry = describeEntry(say, program, names.filter(program.contact_filter_id ?? 0));
  const item = (step: Step, index: number) =>
    html`<li class="${step.kind}">${step.name && html`<b>${step.name}</b>`}${describeStep(say, step, names)}${(waiting[index] ?? 0) > 0 && html` <span class="soft">${say('{count, plural, one {# contact waits for this step} other {# contacts wait for this step}}', { count: waiting[index]! })}</span>`}${stepCounts(say, present?.steps[index])}</li>`;
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
        [say('Version'), `${program.version}, ${localTime(visit, program.updated)}`],
      ],
    )}`,
  )}${section(say('Steps'), html`<ol class="program">${steps.map(item)}</ol>${(waiting[steps.length] ?? 0) > 0 && hint(say('{count, plural, one {# contact waits for the end} other {# contacts wait for the end}}', { count: waiting[steps.length]! }))}`)}${section(say('Latest runs'), await runTable(visit, runs))}`;
  const start =
    program.state === 'released' && pageButton(visit, say('Start for a segment'), `${list}/${program.id}/start`);
  const actions = html`${start}${pageButton(visit, say('Edit'), `${list}/${program.id}/edit`, 'main')}`;
  const parent = { label: say('Automation'), path: list };
  return respondPage(visit, { title: program.name, parent, actions, body });
}

type Version = Awaited<
  ReturnType<ReturnType<Client['marketingAutomation']['getProgress']>['orThrow']>
>['versions'][number];

/** How often contacts have taken a step of this version, and how often it did nothing. */
const stepCounts = (say: Say, step: Version['steps'][number] | undefined): Content =>
  step !== undefined &&
  html`${step.taken > 0 && html`<br><span class="soft" data-taken="${step.taken}">${say('{count, plural, one {Taken once} other {Taken # times}}', { count: step.taken })}</span>`}${step.matching > 0 && html`<br><span class="soft" data-matching="${step.matching}">${say('{count, plural, one {# contact matched} other {# contacts matched}}', { count: step.matching })}</span>`}${step.left > 0 && html`<br><span class="soft" data-left="${step.left}">${say('{count, plural, one {# contact left the automation before this step} other {# contacts left the automation before this step}}', { count: step.left })}</span>`}${step.idle.map(({ reason, contacts }) => html`<br><span data-idle="${reason}">${say('{count, plural, one {Did nothing once} other {Did nothing # times}}: {reason}', { count: contacts, reason: say(idleWords[reason]) })}</span>`)}`;

type Run = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['getProgress']>['orThrow']>>['runs'][number];

/** The contacts that began last, with how far they are. */
async function runTable(visit: Visit, runs: readonly Run[]): Promise<Content> {
  const { client, say } = visit;
  const ids = [...new Set(runs.map(({ contact_id }) => contact_id))];
  const found = ids.length === 0 ? [] : (await client.contacts.find({ ids, limit: ids.length }).orThrow()).contacts;
  const addresses = new Map(found.map(({ id, email }) => [id, email]));
  return table<Run>(
    say('Latest runs'),
    [
      {
        title: say('Contact'),
        cell: ({ contact_id: id }) =>
          html`<a href="/console/contacts/${id}">${addresses.get(id) ?? say('Contact {id}', { id })}</a>`,
      },
      { title: say('Began'), cell: ({ started }) => localMinute(visit, started), kind: 'minor' },
      { title: say('Steps taken'), cell: ({ taken }) => taken, kind: 'number' },
      {
        title: say('Next step'),
        cell: ({ due, ended, left }) => {
          if (due !== undefined) return localMinute(visit, due);
          const time = localMinute(visit, ended ?? 0);
          if (left === 'goal') return say('Reached the goal {time}', { time });
          return left === 'program'
            ? say('Taken out by another automation {time}', { time })
            : say('Ended {time}', { time });
        },
      },
    ],
    runs,
    say('No contact has started this automation yet.'),
  );
}
