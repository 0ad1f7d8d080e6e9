import type { Client } from '@mailwright/client';
import { askAboutConflicts, fieldPart, seenField, switchPart } from '../../components/conflict.ts';
import { badge, figures, section } from '../../components/figures.ts';
import { checkBox, postForm, selectField, textField, textOf, typedOr } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { answerLabels } from '../../faults/fields.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { FormPart } from '../../web/conflicts.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { ofVersion, readVersioned } from '../../web/versioned.ts';
import { type Say, type Words, words } from '../../words.ts';
import { readNames } from '../mailing-names.ts';
import { answerKinds } from './answer-kinds.ts';

const own = '/console/delivery/answers';
const shownAnswers = 50;
const countedDays = 30;
const dayMillis = 86_400_000;

type Info = Awaited<ReturnType<ReturnType<Client['account']['getInfo']>['orThrow']>>;
type Settings = NonNullable<Info['answers']>;
type Answer = Awaited<ReturnType<ReturnType<Client['reports']['listAnswers']>['orThrow']>>['items'][number];

/** What an account that takes no answers is proposed. */
const usual: Settings = { forward_to: '', unsubscribe: 'ask', all_mailings: true };

const ways: readonly (readonly [Settings['unsubscribe'], Words])[] = [
  ['ask', words('Forward it, so that a person decides')],
  ['act', words('Unsubscribe the contact at once')],
];

/** Who gets the answers of contacts, and which ones came. */
export const answersPage = (visit: Visit): Promise<Response> => show(visit);

const readInfo = ({ client }: Visit) => readVersioned(client.account.getInfo());

const parts = (say: Say, { forward_to, unsubscribe, all_mailings }: Settings): FormPart[] => [
  fieldPart(say(answerLabels.forward_to), 'forward_to', forward_to),
  fieldPart(
    say(answerLabels.unsubscribe),
    'unsubscribe',
    unsubscribe,
    say(ways.find(([way]) => way === unsubscribe)![1]),
  ),
  switchPart(say, say(answerLabels.all_mailings), 'all_mailings', all_mailings),
];

/** Changes who gets answers, and what becomes of them. */
export async function changeAnswers(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const mine: Settings = {
    forward_to: textOf(form, 'forward_to'),
    unsubscribe: textOf(form, 'unsubscribe') === 'act' ? 'act' : 'ask',
    all_mailings: form.has('all_mailings'),
  };
  const { stored, version } = await readInfo(visit);
  const title = say('Answers');
  const asked = askAboutConflicts(visit, {
    mine: parts(say, mine),
    theirs: parts(say, stored.answers ?? usual),
    title,
    parent: { label: title, path: own },
    back: own,
  });
  if (asked) return asked;
  const tried = await attempt(client.account.update({ body: { answers: mine }, ...ofVersion(version) }).orThrow());
  if (!('fault' in tried)) return redirect(`${own}?done=saved`);
  if ((await readInfo(visit)).version !== version) return changeAnswers(visit);
  return show(visit, tried.fault);
}

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, say } = visit;
  const from = Date.now() - countedDays * dayMillis;
  const today = new Date().toISOString().slice(0, 10);
  const [{ answers }, { report_address }, items, ...counts] = await Promise.all([
    client.account.getInfo().orThrow(),
    client.reputation.get({ from: today }).orThrow(),
    newestAnswers(client),
    ...answerKinds.map(([kind]) => client.reportCounts.answers({ from_date: from, kind: [kind] }).orThrow()),
  ]);
  const numbers = figures(answerKinds.map(([, label], at) => [say(label), say.number(counts[at]!)] as const));
  const noAddress =
    report_address === undefined &&
    hint(
      say(
        'This server has no domain for bounces, so that mails have no address for answers. It reads those in its bounce mailbox.',
      ),
    );
  const body = html`${fault(message)}${hint(say('Answers to your mailings come to an address of this server, which tells what each one is. People read what people write; notes of absence and other automatic mails are only counted.'))}${noAddress}
${section(say('Who gets answers'), settingsForm(visit, answers))}
${section(say('The last {count} days', { count: countedDays }), numbers)}
${section(say('Newest answers'), await answerTable(visit, items))}`;
  return respondPage(visit, { title: say('Answers'), body }, message === undefined ? 200 : 400);
}

function settingsForm(visit: Visit, stored: Settings | undefined): Content {
  const { say } = visit;
  const { forward_to, unsubscribe, all_mailings } = stored ?? usual;
  const isTyped = visit.path === own && visit.form.has('forward_to');
  return postForm(
    visit,
    own,
    html`${seenField(visit, own, parts(say, stored ?? usual))}${textField({ label: say(answerLabels.forward_to), name: 'forward_to', type: 'email', value: typedOr(visit, own, 'forward_to', forward_to), maxLength: 254, hint: say('Answers are forwarded there, and the texts are then deleted here. Leave it empty to take no answers.') })}${selectField({ label: say(answerLabels.unsubscribe), name: 'unsubscribe', value: typedOr(visit, own, 'unsubscribe', unsubscribe), options: say.options(ways) })}${checkBox(say(answerLabels.all_mailings), 'all_mailings', isTyped ? visit.form.has('all_mailings') : all_mailings)}<p><button>${say('Save')}</button></p>`,
  );
}

/** Reports are sorted by time: the newest answers are on the last page. */
async function newestAnswers(client: Client): Promise<Answer[]> {
  const read = (page_index: number) => client.reports.listAnswers({ page_size: shownAnswers, page_index }).orThrow();
  const first = await read(1);
  const last = first.pages ?? 1;
  if (last <= 1) return first.items.toReversed();
  const ends = await Promise.all([last - 1, last].map(read));
  return ends
    .flatMap(({ items }) => items)
    .toReversed()
    .slice(0, shownAnswers);
}

async function answerTable(visit: Visit, items: readonly Answer[]): Promise<Content> {
  const { client, say } = visit;
  const names = await readNames(say, client, [...new Set(items.map(({ mailing_id }) => mailing_id))]);
  const labels = new Map<string, Words>(answerKinds);
  return table<Answer>(
    say('Newest answers'),
    [
      {
        title: say('Contact'),
        cell: ({ contact: { id, email }, timestamp }) =>
          html`${id === undefined ? say('Erased') : html`<a href="/console/contacts/${id}">${email ?? id}</a>`}<br><small>${localTime(visit, timestamp)}</small>`,
      },
      {
        title: say('Kind'),
        cell: ({ kind, forwarded }) =>
          html`${badge(say(labels.get(kind)!), kind === 'unsubscribe' ? 'busy' : kind === 'human' ? 'good' : 'plain')}${forwarded && html`<br><small>${say('Forwarded')}</small>`}`,
      },
      {
        title: say('Mailing'),
        cell: ({ mailing_id }) => html`<a href="/console/mailings/${mailing_id}">${names.get(mailing_id)}</a>`,
        kind: 'minor',
      },
    ],
    items,
    say('No answers came yet.'),
  );
}
