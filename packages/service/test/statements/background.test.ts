// More than 400 lines: one account, in which all background work is watched.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AutomationProgramDraft } from '@mailwright/client';
import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { expect, test, vi } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { voidFormerLeases } from '../../src/app/former-leases.ts';
import { tasks } from '../../src/app/tasks.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { passTime } from '../../src/platform/queue/pass-time.ts';
import { recordBounce } from '../../src/sending/bounces/record.ts';
import { fillAccount } from '../isolation/belongings.ts';
import { setUp } from '../life/account.ts';
import { importPeople, nextStep, take } from '../life/steps.ts';
import { World } from '../life/world.ts';
import { administer } from '../support/administration.ts';
import { databases } from '../support/database.ts';
import { passHours } from '../support/experiments.ts';
import { endsOfMails, releaseOptInMailing } from '../support/opt-in.ts';
import { randomOf } from '../support/random.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ticketOf } from '../support/sign-up.ts';
import { sendTracked, visit } from '../support/tracked-mailing.ts';
import { type Distribution, distributionOf, isPlanned, whyUnroutable } from './routing.ts';

Error.stackTraceLimit = 60;

/** What one asks for who has a key or a token, and no account yet: random, and found on any node. */
const beforeTheAccount = 'looked up before the account is known';
/** Work that is nobody's in particular: on a distributed database each node does it for the accounts that live there. */
const work = 'looks for work of any account';
/** Old rows of all accounts are deleted alike: each node may do it for itself. */
const forgetting = 'forgets what is old';

/** Rows of one account that the operator has opened to all: a copy on each node, or a reference table of their own. */
const opened = 'reads what the operator shares with all accounts';
/** Figures for the operator: gathered from all nodes. */
const figures = 'counts for all accounts at once';

/** Statements that read rows of accounts without naming one, by the file that makes them and its tables, and why. */
const overAccounts: Record<string, string> = {
  'account/audit/store.ts: audit_entry': forgetting,
  'account/keys/store.ts: account_user, api_key, user_passkey': beforeTheAccount,
  'account/media/store.ts: mailing_template': opened,
  'account/secrets/store.ts: account_user, tracking_key, webhook': work,
  'account/sender-domains/store.ts: sender_domain': 'asks which account a domain of senders belongs to',
  'account/sessions/store.ts: api_key, console_session': forgetting,
  'account/users/tokens.ts: user_token': forgetting,
  'events/double-opt-in/requests.ts: opt_in_request': forgetting,
  'events/transactions/store.ts: transaction, transaction_type': forgetting,
  'events/webhooks/mail-events/find-due-task.ts: job, journal_entry, webhook, webhook_progress': work,
  'imports/files/store.ts: contact_import': forgetting,
  'journal/purge-task.ts: journal_entry': forgetting,
  'mailings/overview.ts: mailing': beforeTheAccount,
  'outcomes/store.ts: work_outcome': forgetting,
  'people/blacklists/match.ts: blacklist, blacklist_entry': opened,
  'people/blacklists/store.ts: blacklist': opened,
  'people/blocks/end-holds-task.ts: contact': work,
  'people/blocks/store.ts: blacklist, blacklist_entry': opened,
  'people/erasure/store.ts: erasure': work,
  'platform/idempotency/store.ts: idempotency_key': forgetting,
  'platform/queue/store.ts: job': work,
  'sending/bounces/answers/store.ts: answer': forgetting,
  'sending/archiving/find.ts: bounce, click, contact_filter_mailing, delivery, mailing, mailing_dispatching, opening, sendout':
    work,
  'sending/deliveries/batches.ts: mailing, recipient_batch': work,
  'sending/domain-reports/purge-task.ts: domain_report, mail_source, reported_domain, tls_session': forgetting,
  'sending/sendouts/progress.ts: mailing, recipient, sendout': figures,
  'sending/trials/trials.ts: recipient': forgetting,
  'sign-up/door/allowances.ts: sign_up_allowance': forgetting,
  'sign-up/forms/store.ts: sign_up_consent, sign_up_form': beforeTheAccount,
  'tracking/tokens/keys.ts: tracking_key': forgetting,
  'tracking/totals.ts: delivery': figures,
  'transactional/mails/erase.ts: transactional_mail': forgetting,
};

/** Files whose statements this does not see: those of requests, which the other test looks at, and of what has no accounts. */
const elsewhere = [
  'src/audiences/filters/refresh.ts',
  'src/events/automation/contact-zones.ts',
  'src/events/automation/idle-steps.ts',
  'src/events/automation/outcomes.ts',
  'src/events/automation/takeover-preview.ts',
  'src/events/automation/uses.ts',
  'src/events/automation/versions-in-use.ts',
  'src/events/transactions/change-type.ts',
  'src/events/triggers/unreleased-triggers.ts',
  'src/people/changes/confirm.ts',
  'src/people/contacts/counts.ts',
  'src/people/contacts/imported.ts',
  'src/people/contacts/order.ts',
  'src/people/contacts/samples.ts',
  'src/people/erasure/scrub-task.ts',
  'src/people/fields/clear.ts',
  'src/people/fields/store.ts',
  'src/people/fields/values.ts',
  'src/people/log/field-changes.ts',
  'src/people/pace/pace.ts',
  'src/people/suppressions/change.ts',
  'src/people/suppressions/list.ts',
  'src/platform/queue/pass-time.ts',
  'src/sending/bounces/sources.ts',
  'src/sending/domain-reports/figures.ts',
  'src/sending/obstacles/bulk-receivers.ts',
  'src/sending/obstacles/left-out.ts',
  'src/sending/sendouts/wave-progress.ts',
  'src/sending/stories/deferrals.ts',
  'src/tracking/conversions/record.ts',
  'src/transactional/mails/queued-mail.ts',
];

/** Written in more than one step: first the rows are brought together, then they go to the node. */
const stepOfItsOwn = /^(?:inserted in a WITH|rows come from the coordinator): (.*)/;

const repository = fileURLToPath(new URL('../../', import.meta.url));
const compiler = new PostgresQueryCompiler();
/** Statements by the file of the service that made them. */
const made = new Map<string, Set<string>>();
const noting: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const file = makerOf(new Error().stack!);
    if (file?.startsWith('src/')) {
      const texts = made.get(file) ?? new Set();
      made.set(file, texts.add(compiler.compileQuery(node, queryId).sql));
    }
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** The innermost file of the service, or of a test, that a stack goes through; the plugin stands above it. */
function makerOf(stack: string): string | undefined {
  const files = stack.split('\n').flatMap((line) => {
    const [, path] = /(?:\(|at |file:\/\/)(\/[^():]+\.ts)/.exec(line) ?? [];
    return path?.startsWith(repository) ? path.slice(repository.length) : [];
  });
  return files.find((file) => !file.endsWith('background.test.ts'));
}

const embedded = databases().find(({ kind }) => kind === 'embedded')!;
async function open(): Promise<Database> {
  const database = await embedded.open();
  return { ...database, kysely: database.kysely.withPlugin(noting) };
}

/** What an account's life brings: imports, sendouts, triggers, programs, opt-ins, clicks, bounces, crashes, erasures. */
async function live({ kysely }: Database): Promise<void> {
  const world = await World.create(kysely, randomOf(41));
  const settings = await setUp(world);
  for (const _ of 'abc') await importPeople(world);
  for (let number = 1; number <= 40; number++) {
    world.allows = { turnBack: new Set(), permission: new Set(), unblock: false };
    await take(nextStep(world), world, settings);
  }
  // Programs go on, and then everything grows old.
  for (const days of [5, 5, 100]) {
    await passTime(kysely, days * 86_400);
    await world.work();
  }
}

/** What a whole service does besides: checks, test mails, webhooks, metrics, the console, and all upkeep. */
async function serve(): Promise<void> {
  const metricsToken = 'token-of-the-metrics';
  const service = await startTestService(await open(), undefined, {}, { metricsToken });
  const { client, db, origin, key } = service;
  // First of all: a worker remembers for some seconds that there is no limit.
  await sendSlowly(service);
  await releaseOptInMailing(service, 'default');
  await client.contacts.createByEmail({ email: 'new@example.com', permission: 1, doi: true, body: {} }).orThrow();
  await endsOfMails(service);
  await administer(db).importContacts({
    contacts: [{ email: 'imported@example.com' }],
    options: {
      knownBy: 'email',
      overwrite: true,
      overridePermission: true,
      reimportUnsubscribed: false,
      updateOnly: false,
    },
    optIn: { permission: 4 },
    dryRun: false,
  });
  await signUp(service);
  const belongings = await fillAccount(service);
  const hook = { url: 'https://zebra.example/hook', events: ['mail_events' as const] };
  await client.webhooks.update({ webhookId: Number(belongings.webhookId), body: hook }).orThrow();
  const filter = Number(belongings.contactFilterId);
  const steps = [
    { kind: 'branch' as const, contact_filter_id: filter, matching: 'end' },
    { kind: 'end' as const, name: 'end' },
  ];
  const branching = { name: 'Branching', state: 'released' as const, steps };
  const { id: programId } = await client.marketingAutomation.create({ body: branching }).orThrow();
  await client.marketingAutomation.start({ programId, body: { emails: [String(belongings.email)] } }).orThrow();
  await startByDate(service);
  await startByWatching(service);
  await takeOver(service, String(belongings.email));
  await restOne(service);
  const mailingid = await createSendout(service);
  const group = await service.groupId('test');
  await client.mailingChecks.startTestSendout({ mailingid, test_targetgroup_id: group }).orThrow();
  await client.mailingChecks.startBounce({ mailingid }).orThrow();
  await client.mailings.sendNow({ mailingid }).orThrow();
  await reached(service, mailingid, 'done', 60_000);
  await tryVariants(service);
  const people = (await client.contacts.list({}).orThrow()).items.map(({ id }) => id);
  await comeBack(service, mailingid);
  const tracked = await sendTracked(service, '<a href="https://example.com/">x</a>', people);
  const mail = tracked.mailOf(people[0]!);
  for (const url of [mail.pixel, mail.links[0]!, mail.online, mail.unsubscribe, mail.profile])
    await visit(service, url);
  for (const path of ['/metrics', '/outbox']) {
    const authorization = `Bearer ${path === '/metrics' ? metricsToken : key}`;
    expect((await service.fetch(`${origin}${path}`, { headers: { authorization } })).status, path).toBe(200);
  }
  const { report_token } = await db
    .selectFrom('mailing')
    .select('report_token')
    .where('id', '=', mailingid)
    .executeTakeFirstOrThrow();
  expect((await service.fetch(`${origin}/report/${report_token}`)).status).toBe(200);
  await client.contacts.delete({ id: Number(belongings.contact) }).orThrow();
  await vi.waitFor(
    async () => {
      const busy = db.selectFrom('job').select('kind').where('state', '=', 'running');
      expect(await busy.execute()).toEqual([]);
    },
    { timeout: 30_000 },
  );
  await service.close();
}

/** A program whose day it is, and whose account moves to another time zone. */
async function startByDate({ client, db }: TestService): Promise<void> {
  const start_date = { field: 'BIRTHDAY', repeat: 'yearly' as const, hour: 0 };
  const body = { name: 'Wishes', state: 'released' as const, steps: [{ kind: 'end' as const }], start_date };
  const { id: programId } = await client.marketingAutomation.create({ body }).orThrow();
  const start_day = new Date().toISOString().slice(0, 10);
  const BIRTHDAY = `1992${start_day.slice(4)}`;
  const standard_fields = [{ name: 'BIRTHDAY' as const, value: BIRTHDAY }];
  await client.contacts
    .createByEmail({ email: 'born@example.com', permission: 1, body: { standard_fields } })
    .orThrow();
  await db.updateTable('automation_program').set({ start_day }).where('id', '=', programId).execute();
  await client.account.update({ body: { time_zone: 'UTC' } }).orThrow();
  const runs = db.selectFrom('automation_run').select('id').where('program_id', '=', programId);
  await expect.poll(async () => (await runs.execute()).length).toBe(1);
}

/** A contact that has not responded for long rests, and is woken. */
async function restOne(service: TestService): Promise<void> {
  const { client, db } = service;
  const id = Number(
    await client.contacts.createByEmail({ email: 'rests@example.com', permission: 5, body: {} }).orThrow(),
  );
  const { mailingId } = await sendTracked(service, '<a href="https://example.com/">Shop</a>', [id]);
  await db.updateTable('mailing').set({ tracking_strategy: 'single-recipient' }).where('id', '=', mailingId).execute();
  const created_at = new Date(Date.now() - 100 * 86_400_000);
  await db.updateTable('contact').set({ created_at }).where('id', '=', id).execute();
  await db.updateTable('subscription').set({ at: created_at }).where('contact_id', '=', id).execute();
  await client.account.setSunsetPolicy({ body: { active: true, days: 60 } }).orThrow();
  await db.updateTable('job').set({ due_at: new Date() }).where('kind', '=', 'sunset').execute();
  service.wakeWorker();
  const stateOf = async () => (await client.contacts.getRest({ id }).orThrow()).state;
  await vi.waitFor(async () => expect(await stateOf()).toBe('resting'), 30_000);
  await client.contacts.resume({ id }).orThrow();
  await client.account.deleteSunsetPolicy().orThrow();
}

/** Programs that watch contacts: one that is created, one that was there, and one that moves, enters a segment and clicks. */
async function startByWatching(service: TestService): Promise<void> {
  const { client, db } = service;
  const steps = [{ kind: 'end' as const }];
  const watch = (name: string, start_on: AutomationProgramDraft['start_on']) =>
    client.marketingAutomation
      .create({ body: { name, state: 'released', steps, ...(start_on && { start_on }) } })
      .orThrow();
  await watch('Comes', { kind: 'contact_created', existing: true });
  const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Paris' }];
  const contact_filter_id = await client.contactFilters.create({ body: { name: 'Parisians', rules } }).orThrow();
  const { id: enters } = await watch('Enters', { kind: 'segment_entered', contact_filter_id, existing: true });
  const { id: programId } = await watch('Moves', { kind: 'field_changed', field: 'CITY' });
  const id = await client.contacts.createByEmail({ email: 'moves@example.com', permission: 1, body: {} }).orThrow();
  await client.contacts
    .update({ id, ignore_checksum: true, body: { standard_fields: [{ name: 'CITY', value: 'Paris' }] } })
    .orThrow();
  await client.marketingAutomation.start({ programId: enters, body: { contact_filter_id } }).orThrow();
  await takeSteps(service, 'moves@example.com', contact_filter_id, enters);
  const { mailingId: mailing_id, mailOf } = await sendTracked(service, '<a href="https://example.com/">Shop</a>', [id]);
  const { id: clicked } = await watch('Clicks', { kind: 'link_clicked', mailing_id });
  await visit(service, mailOf(id).links[0]!);
  const runs = db.selectFrom('automation_run').select('id').where('program_id', 'in', [programId, clicked]);
  await expect.poll(async () => (await runs.execute()).length).toBe(2);
}

/** A contact goes through a program with a goal and the steps that others do not have, which has it leave another one. */
async function takeSteps(
  { client, db }: TestService,
  email: string,
  contact_filter_id: number,
  program_id: number,
): Promise<void> {
  const mailing_id = await client.mailings.create({ name: 'Offer', subject: 'Offer', type: 'trigger' }).orThrow();
  const steps: AutomationProgramDraft['steps'] = [
    { kind: 'send', name: 'offer', mailing_id },
    { kind: 'branch_activity', sent_by: 'offer', activity: 'opened' },
    { kind: 'add_tag', tag: 'VIP' },
    { kind: 'remove_tag', tag: 'VIP' },
    { kind: 'start_program', program_id },
    { kind: 'leave_program', program_id },
  ];
  const drafts = [
    { name: 'Steps', steps },
    { name: 'Goal', steps, goal: { contact_filter_id } },
  ];
  for (const draft of drafts) {
    const { id: programId } = await client.marketingAutomation.create({ body: { ...draft, state: 'draft' } }).orThrow();
    await db.updateTable('automation_program').set({ state: 'released' }).where('id', '=', programId).execute();
    await client.marketingAutomation.start({ programId, body: { emails: [email] } }).orThrow();
    const progress = () => client.marketingAutomation.getProgress({ programId }).orThrow();
    await expect.poll(async () => (await progress()).runs.every(({ ended }) => ended !== undefined)).toBe(true);
  }
}

/** A contact who waits goes on with the latest version. */
async function takeOver({ client }: TestService, email: string): Promise<void> {
  const waiting = { name: 'Waits', state: 'released' as const, steps: [{ kind: 'wait' as const, duration: 'P1D' }] };
  const { id: programId } = await client.marketingAutomation.create({ body: waiting }).orThrow();
  await client.marketingAutomation.start({ programId, body: { emails: [email] } }).orThrow();
  await client.marketingAutomation.update({ programId, body: waiting }).orThrow();
  await client.marketingAutomation.startTakeover({ programId, body: { version: 2 } }).orThrow();
  await expect
    .poll(async () => (await client.marketingAutomation.getTakeover({ programId }).orThrow()).contacts)
    .toBe(0);
}

/** An experiment that is decided, and whose choice goes to the rest. */
async function tryVariants(service: TestService): Promise<void> {
  const { client, db } = service;
  const first = await createSendout(service);
  const mailing_ids = [first, await client.mailings.copy({ mailingid: first }).orThrow()];
  const body = { name: 'Which', share: 70, criterion: 'human_clicks' as const, hours: 1, mailing_ids };
  const experimentId = await client.experiments.create({ body }).orThrow();
  await client.experiments.start({ experimentId }).orThrow();
  const due = async () => (await client.experiments.get({ experimentId }).orThrow()).due;
  await expect.poll(due).toBeDefined();
  await passHours(db, mailing_ids, 2);
  await db.updateTable('job').set({ due_at: new Date() }).where('kind', '=', 'decide-experiment').execute();
  await reached(service, first, 'done');
}

/** Somebody signs up with a form. */
async function signUp(service: TestService): Promise<void> {
  const { id, url } = await service.client.signUpForms.create({ body: { name: 'Site', consent: 'Yes.' } }).orThrow();
  const body = { email: 'form@example.com', consent: 'true', version: '1', ticket: await ticketOf(service, id) };
  const answer = await service.fetch(url, { method: 'POST', body: new URLSearchParams(body) });
  expect(await answer.text()).toContain('Thank you');
}

/** Notifications about a mail: nobody is at the address, and its server refuses the sender. */
async function comeBack({ db, accountId }: TestService, mailingId: number): Promise<void> {
  const account = await findAccount(db, accountId);
  const { id, contact_id } = await db
    .selectFrom('recipient')
    .select(['id', 'contact_id'])
    .where('mailing_id', '=', mailingId)
    .where('purpose', '=', 'campaign')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const sentTo = { account, mail: { mailingId, contactId: contact_id, recipientId: id } };
  const unknown = { status: '5.1.1', reason: 'mailbox-unknown' as const, hard: true };
  const refused = { status: '5.1.8', reason: 'sender-rejected' as const, hard: false };
  for (const recipient of [unknown, refused]) {
    const report = { recipients: [recipient], at: new Date(), source: 'mta-listener' as const };
    await db.transaction().execute((transaction) => recordBounce(transaction, sentTo, report));
  }
}

/** A sendout that a limit holds back until it is taken away, and one that goes out when people use to read. */
async function sendSlowly(service: TestService): Promise<void> {
  const { client, db } = service;
  const limits = administer(db);
  await client.account.setSignOffLimit({ body: { above: 1_000_000 } }).orThrow();
  await limits.setLimit({ domain: 'example.com', perMinute: 1 });
  const limited = await createSendout(service);
  await client.mailings.sendNow({ mailingid: limited }).orThrow();
  const postponed = db
    .selectFrom('recipient')
    .select('id')
    .where('mailing_id', '=', limited)
    .where('next_at', 'is not', null);
  await expect.poll(async () => (await postponed.execute()).length).toBeGreaterThan(0);
  await limits.removeLimit({ domain: 'example.com' });
  await reached(service, limited, 'done', 60_000);
  const mailingid = await createSendout(service);
  const date = `${new Date().getUTCFullYear() + 1}-01-15`;
  const spread = { dispatchOption: 'hour', dispatchEndInHours: 12 } as const;
  await client.regularMailings.createSchedule({ mailingid, date, hours: '8', minutes: '5', ...spread }).orThrow();
  const now = new Date();
  await db.updateTable('mailing').set({ schedule_time: now }).where('id', '=', mailingid).execute();
  await db.updateTable('job').set({ due_at: now }).where('kind', '=', 'fire-schedule').execute();
  await reached(service, mailingid, 'sending', 60_000);
}

test('each statement of background work names the account, or stands in the list of those that cannot', async () => {
  await serve();
  const database = await open();
  await live(database);
  const transport = { connections: 1, send: async () => undefined, close: async () => {} };
  const environment = { transport, publicUrl: 'https://news.example.com' };
  for (const task of tasks(environment, undefined, 'embedded', () => {}, 60)) {
    for (let runs = 0; runs < 100 && (await task.run(database.kysely, new AbortController().signal)); runs++);
  }
  await voidFormerLeases(database, () => {});
  // Nobody has an account yet where it lets time pass: in a demo that is being made.
  made.delete('src/platform/queue/pass-time.ts');
  const distribution = await distributionOf(database.kysely);
  const across = new Map<string, Set<string>>();
  const inSteps = new Set<string>();
  for (const [file, texts] of made) {
    for (const reason of await reasonsOf(texts, distribution)) {
      const [, step] = stepOfItsOwn.exec(reason) ?? [];
      if (step) inSteps.add(step);
      else across.set(file, (across.get(file) ?? new Set()).add(reason.replace('no account: ', '')));
    }
  }
  const found = [...across].map(([file, tables]) => `${file.slice('src/'.length)}: ${[...tables].sort().join(', ')}`);
  expect(found.sort()).toEqual(Object.keys(overAccounts).sort());
  expect([...inSteps].sort()).toEqual(tablesOfTheGuide());
  await database.close();
  const silent = filesWithStatements().filter((file) => !made.has(file) && !elsewhere.includes(file));
  expect(silent, 'all that works in the background has worked').toEqual([]);
});

async function reasonsOf(texts: Iterable<string>, distribution: Distribution): Promise<string[]> {
  const planned = [...texts].filter(isPlanned);
  return (await Promise.all(planned.map((text) => whyUnroutable(text, distribution)))).flat();
}

/** The tables that the guide says are written in steps. */
function tablesOfTheGuide(): string[] {
  const guide = readFileSync(join(repository, '../../docs/guides/scale.md'), 'utf8');
  const [row] = /^\| rows of .*$/m.exec(guide)!;
  return [...row.matchAll(/`(\w+)`/g)].map(([, table]) => table!).sort();
}

/** Files of the contexts that work in the background, with statements. */
function filesWithStatements(): string[] {
  const files = globSync(
    'src/{platform/queue,platform/idempotency,people,audiences,sending,events,tracking,quality}/**/*.ts',
    {
      cwd: repository,
      exclude: ['**/*.test.ts'],
    },
  );
  const statement = /(?<!transaction\(\)\s*)\.execute(?:TakeFirst|TakeFirstOrThrow)?\(/;
  return files.filter((file) => statement.test(readFileSync(join(repository, file), 'utf8'))).sort();
}
