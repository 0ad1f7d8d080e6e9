import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { linkButton, selectField, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Moment, timeline } from '../../components/timeline.ts';
import { localMinute, startOfDay } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { drawingFiles } from '../../web/assets.ts';
import { attempt } from '../../web/attempt.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { idleWords } from '../idle-words.ts';
import { textOfInstant } from './contact-way.ts';
import { drawProgram, wayLabel } from './drawing.ts';
import type { Program } from './list.ts';
import { marksOf } from './passed.ts';
import { describeShortly, type StepNames } from './short-steps.ts';
import type { Step } from './steps.ts';
import { list, readStepNames, stepPath } from './view.ts';
import { isBranching } from './ways.ts';

type Test = Parameters<Client['marketingAutomation']['test']>[0]['body'];
type Result = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['test']>['orThrow']>>;
type Line = Result['lines'][number];

/** Says what would happen to a contact in a program, without doing it. */
export async function tryPage(visit: Visit): Promise<Response> {
  const { client, params, query, say } = visit;
  const programId = Number(params.id);
  const program = await client.marketingAutomation.get({ programId }).orThrow();
  const { steps } = program;
  const names = await readStepNames(visit, steps);
  const isAsked = query.has('who');
  const asked = isAsked ? await ask(visit, programId, steps) : undefined;
  const result = asked !== undefined && 'result' in asked ? asked.result : undefined;
  const answer =
    result &&
    section(
      say('What would happen'),
      html`${timeline(visit, momentsOf(visit, steps, result, names), '')}${drawProgram(say, steps, {
        names,
        link: (index) => stepPath(programId, index),
        passed: marksOf(
          steps,
          result.lines.filter(({ event }) => event === 'taken'),
          { isWhole: true, next: result.step, atEnd: result.outcome === 'ended' },
        ),
      })}`,
    );
  const body = html`${fault(asked !== undefined && 'fault' in asked ? asked.fault : undefined)}${answer}${section(say('Who and when'), tryForm(visit, steps, names, program))}`;
  const parent = { label: program.name, path: `${list}/${programId}` };
  const isWrong = asked !== undefined && 'fault' in asked;
  return respondPage(visit, { title: say('Try it out'), parent, body, files: drawingFiles }, isWrong ? 400 : 200);
}

function tryForm(
  { path, query, say }: Visit,
  steps: readonly Step[],
  names: StepNames,
  { goal, exit_filter_id }: Program,
): Content {
  const value = (name: string) => query.get(name) ?? '';
  const ways = steps.flatMap((step, index) => {
    if (!isBranching(step)) return [];
    const options = [
      ['', say('Not chosen')],
      ['matching', wayLabel(say, step, 'matching')],
      ['others', wayLabel(say, step, 'others')],
    ] as const;
    const label = `${index + 1}. ${describeShortly(say, step, names)}`;
    const isWaiting = step.kind === 'wait_for' || step.kind === 'wait_for_activity';
    return html`${selectField({ label, name: `way-${index}`, value: value(`way-${index}`), options })}${isWaiting && textField({ label: say('Hours until it happens'), name: `after-${index}`, value: value(`after-${index}`), type: 'number' })}`;
  });
  const choices =
    ways.length > 0 &&
    html`<h3>${say('Choices')}</h3>${hint(say('Where nothing is chosen, a contact goes as it is now, and an invented one goes the way of the others.'))}<div class="fields">${ways}</div>`;
  return html`<form method="get" action="${path}"><div class="fields">${textField({
    label: say('Email address of a contact'),
    name: 'who',
    type: 'email',
    value: value('who'),
    hint: say('Leave it empty for an invented contact.'),
  })}${textField({ label: say('Begins on'), name: 'start', type: 'date', value: value('start'), hint: say('Now, if it is empty.') })}${textField({ label: say('Until'), name: 'until', type: 'date', value: value('until'), hint: say('90 days later, if it is empty.') })}${goal && textField({ label: say('Reaches the goal after so many days'), name: 'goal', type: 'number', value: value('goal') })}${exit_filter_id && textField({ label: say('Leaves early after so many days'), name: 'exit', type: 'number', value: value('exit') })}</div>${choices}<p class="row"><button>${say('Try it out')}</button>${linkButton(say('Cancel'), path.replace(/\/try$/, ''))}</p>${hint(say('Nothing is sent or changed.'))}</form>`;
}

/** Asks the service what would happen for what the form says. */
async function ask(
  visit: Visit,
  programId: number,
  steps: readonly Step[],
): Promise<{ result: Result } | { fault: string }> {
  const { account, client, query, say } = visit;
  const day = (name: string) => {
    const text = query.get(name) ?? '';
    return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
      ? startOfDay(account.timeZone, text)
      : undefined;
  };
  const email = (query.get('who') ?? '').trim();
  const contact = email === '' ? undefined : await attempt(client.contacts.getByEmail({ email }).orThrow());
  if (contact !== undefined && 'fault' in contact) return { fault: say('There is no contact with this address.') };
  const [start, until] = [day('start'), day('until')];
  const [goal, exit] = [whole(query.get('goal')), whole(query.get('exit'))];
  const body: Test = {
    ...(contact !== undefined && { contact_id: contact.value.id }),
    ...(start !== undefined && { start }),
    ...(until !== undefined && { until }),
    ...(goal > 0 && { goal_after: `P${goal}D` }),
    ...(exit > 0 && { exit_after: `P${exit}D` }),
    choices: steps.flatMap((_, step) => {
      const way = query.get(`way-${step}`);
      if (way !== 'matching' && way !== 'others') return [];
      const hours = whole(query.get(`after-${step}`));
      return [{ step, matching: way === 'matching', ...(hours > 0 && { after: `PT${hours}H` }) }];
    }),
  };
  const answer = await attempt(client.marketingAutomation.test({ programId, body }).orThrow());
  return 'fault' in answer ? answer : { result: answer.value };
}

const whole = (text: string | null): number => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : 0);

const reasons: Record<NonNullable<Line['decided_by']>, Words> = {
  choice: words('as chosen'),
  contact: words('as the contact is now'),
  chance: words('by chance'),
  assumed: words('assumed'),
};

const outcomes: Record<Result['outcome'], Words> = {
  ended: words('The contact is at the end.'),
  goal: words('The contact has reached the goal and leaves.'),
  exit: words('The contact leaves early.'),
  under_way: words('The contact is still in the automation.'),
  too_long: words('More happens than is listed here.'),
};

function momentsOf(
  visit: Visit,
  steps: readonly Step[],
  { lines, outcome, timestamp }: Result,
  names: StepNames,
): Moment[] {
  const { say } = visit;
  const moments = lines.map(({ step: index, timestamp: at, event, until, matching, decided_by, idle }): Moment => {
    const step = steps[index];
    const what = step === undefined ? '' : describeShortly(say, step, names);
    const way = matching === undefined ? '' : ` – ${wayLabel(say, step, matching ? 'matching' : 'others')}`;
    const time = until === undefined ? '' : localMinute(visit, until);
    const details = [
      decided_by && say(reasons[decided_by]),
      time !== '' &&
        (event === 'waiting' ? say('Waits until {time} at most', { time }) : say('Goes on {time}', { time })),
      idle && say(idleWords[idle]),
    ].filter(Boolean);
    return {
      at: textOfInstant(at),
      kind: idle === undefined ? (event === 'taken' ? 'good' : 'plain') : 'bad',
      text: `${index + 1}. ${what}${way}`,
      detail: details.join('; '),
    };
  });
  return [...moments, { at: textOfInstant(timestamp), kind: 'plain', text: say(outcomes[outcome]) }];
}
