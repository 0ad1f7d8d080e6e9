import { sql } from 'kysely';
import { requestOptIn } from '../../src/events/double-opt-in/request.ts';
import { changeSettings } from '../../src/mailings/change.ts';
import { putProperties } from '../../src/mailings/properties/store.ts';
import { readSchedule } from '../../src/mailings/schedules/read.ts';
import { scheduleMailing } from '../../src/mailings/schedules/schedule.ts';
import { findMailing } from '../../src/mailings/store.ts';
import { blacklistHandlers } from '../../src/operations/blacklists/handlers.ts';
import { contactDeleteHandlers } from '../../src/operations/contacts/delete.ts';
import { transactionHandlers } from '../../src/operations/transactions/handlers.ts';
import { lockContacts } from '../../src/people/contacts/store.ts';
import { synchronize } from '../../src/people/synchronization/synchronize.ts';
import type { Permission } from '../../src/people/tables.ts';
import { unsubscribe } from '../../src/people/unsubscriptions/unsubscribe.ts';
import { passTime } from '../../src/platform/queue/pass-time.ts';
import { recordBounce } from '../../src/sending/bounces/record.ts';
import { queueSendout } from '../../src/sending/sendouts/queue.ts';
import { cities, draft, type Settings } from './account.ts';
import { chance, pick, weighted } from './dice.ts';
import { kinds, type TakenMail } from './post.ts';
import type { Person, World } from './world.ts';

const hour = 3600;

/** Steps by their names, and how often each is taken. */
const weights = {
  import: 12,
  'ask for an opt-in': 8,
  'confirm an opt-in': 7,
  newsletter: 10,
  order: 9,
  read: 8,
  unsubscribe: 5,
  'unsubscribe by a link': 4,
  blacklist: 3,
  'take off the blacklist': 2,
  erase: 6,
  'bounce comes back': 5,
  'worker works': 12,
  'worker works, and something happens meanwhile': 10,
  'worker stops in the middle': 8,
  'time passes': 12,
} as const;
export type StepName = keyof typeof weights;

export const nextStep = (world: World): StepName => weighted(world.random, weights);

/** Does a step. Its result says what happened, for whoever reads what led to a failure. */
export async function take(step: StepName, world: World, settings: Settings): Promise<string> {
  return String((await steps[step](world, settings)) ?? '');
}

type Step = (world: World, settings: Settings) => Promise<unknown>;

const steps: Record<StepName, Step> = {
  import: importPeople,
  'ask for an opt-in': askForOptIn,
  'confirm an opt-in': confirmOptIn,
  newsletter,
  order,
  read,
  unsubscribe: leave,
  'unsubscribe by a link': leaveByLink,
  blacklist,
  'take off the blacklist': takeOffBlacklist,
  erase,
  'bounce comes back': comeBack,
  'worker works': (world) => world.work(),
  async 'worker works, and something happens meanwhile'(world, settings) {
    const what = pick(world.random, [
      'unsubscribe',
      'blacklist',
      'erase',
      'import',
      'order',
      'bounce comes back',
    ] as const);
    world.post.meanwhile = async () => void (await steps[what](world, settings));
    await world.work();
    return what;
  },
  async 'worker stops in the middle'(world) {
    const statements = 1 + world.random(40);
    const sending = chance(world.random, 60);
    if (sending) await world.workAndStop({ afterFirstMail: world.random(4) });
    else await world.workAndStop({ statements });
    // Until its leases have run out.
    await passTime(world.db, 60);
    return sending ? 'while it sends' : `after ${statements} statements`;
  },
  async 'time passes'(world) {
    const hours = pick(world.random, [1, 12, 24, 24, 24, 48]);
    await passTime(world.db, hours * hour);
    return `${hours} hours`;
  },
};

/** The name that stands in everything that is personal: `p0042fine`. */
const nameOf = ({ email }: Pick<Person, 'email'>) => email.slice(0, email.indexOf('@'));

function newAddress(world: World): string {
  const { random } = world;
  return `p${String(++world.people).padStart(4, '0')}${pick(random, kinds)}@${pick(random, ['a', 'b', 'c'])}.example`;
}

export async function importPeople(world: World): Promise<string> {
  const { random, accountId } = world;
  const known = await world.living();
  const emails = Array.from({ length: 3 + random(6) }, () =>
    known.length > 0 && chance(random, 30) ? pick(random, known).email : newAddress(world),
  );
  const contacts = [...new Set(emails)].map((email) => ({
    email,
    standard_fields: [
      { name: 'FIRSTNAME' as const, value: nameOf({ email }) },
      { name: 'CITY' as const, value: pick(random, cities) },
    ],
    preferences: [{ name: 'Pet', category: 'Names', value: `cat of ${nameOf({ email })}` }],
  }));
  const permission = pick<Permission | undefined>(random, [undefined, 1, 2, 3, 4, 5, 5]);
  const options = {
    knownBy: 'email',
    permission,
    overwrite: chance(random, 70),
    overridePermission: chance(random, 50),
    reimportUnsubscribed: chance(random, 20),
    updateOnly: false,
    ignoreInvalid: true,
  } as const;
  const concerned = known.filter(({ email }) => emails.includes(email));
  if (options.overwrite && options.overridePermission)
    for (const { id } of concerned) {
      world.allows.permission.add(id);
      if (options.reimportUnsubscribed) world.allows.turnBack.add(id);
    }
  await world.change((db) => synchronize(db, accountId, contacts, options));
  return JSON.stringify({ people: contacts.length, known: concerned.length, ...options });
}

/** Anybody, but by preference somebody whose mail is in flight at this moment. */
async function somebody(world: World): Promise<Person | undefined> {
  const living = await world.living();
  const flying = await world.inFlight();
  const waiting = living.filter(({ id }) => flying.some(({ contactId }) => contactId === id));
  const people = waiting.length > 0 && chance(world.random, 60) ? waiting : living;
  return people.length === 0 ? undefined : pick(world.random, people);
}

async function askForOptIn(world: World): Promise<unknown> {
  const person = await somebody(world);
  if (person === undefined) return 'nobody is there';
  const permission = pick(world.random, [4, 5] as const);
  await world.change(async (db, context) => {
    await lockContacts(db, world.accountId, { id: person.id });
    const page = `page of ${nameOf(person)}`;
    await requestOptIn({ ...context, db }, person.id, { permission, key: undefined, source: page, page });
  });
  return `contact ${person.id} for permission ${permission}`;
}

/** One of the mails that mailboxes took, by preference a new one. */
function someMail({ post, random }: World, wanted: (mail: TakenMail) => boolean): TakenMail | undefined {
  const mails = post.taken.filter(wanted).slice(-30);
  return mails.length === 0 ? undefined : pick(random, mails);
}

async function confirmOptIn(world: World): Promise<unknown> {
  const mail = someMail(world, ({ isOptIn }) => isOptIn);
  if (mail === undefined) return 'nobody was asked';
  const link = /\/doi\/[\w-]+/.exec((await world.read(mail)).html)![0];
  const before = await standings(world);
  await world.page('GET', link);
  if (JSON.stringify(await standings(world)) !== JSON.stringify(before))
    world.post.faults.push(`GET ${link} changed contacts`);
  world.allows.turnBack.add(mail.contactId);
  world.allows.permission.add(mail.contactId);
  const { status, body } = await world.page('POST', link);
  const confirmed = body.includes('is confirmed');
  const again = await world.page('POST', link);
  if (again.status !== status || again.body.includes('is confirmed')) world.post.faults.push(`${link} worked twice`);
  return `contact ${mail.contactId}: ${confirmed ? 'confirmed' : status}`;
}

const standings = ({ db }: World) => db.selectFrom('contact').selectAll().orderBy('id').execute();

async function newsletter(world: World, { groups }: Settings): Promise<string> {
  const { db, accountId, random } = world;
  const { id } = await draft(world, 'regular');
  const mailing = async () => (await findMailing(db, accountId, id))!;
  const limit = chance(random, 20) ? { contacts_limit: 1 + random(10) } : {};
  const tracking_strategy = pick(random, ['highest-permission', 'single-recipient', 'anonymous', 'none'] as const);
  const group = pick(random, groups);
  await changeSettings(db, await mailing(), {
    target_group_id: group,
    targetgroup_update: true,
    tracking_strategy,
    ...limit,
  });
  const giveUp = chance(random, 30);
  if (giveUp) await putProperties(db, accountId, id, [{ key: 'uncertain_mails', value: 'give_up' }]);
  const planned = chance(random, 30);
  if (planned)
    await world.change(async (db) => scheduleMailing(db, (await findMailing(db, accountId, id))!, inHours(23), null));
  else await world.change(async (db) => queueSendout(db, (await findMailing(db, accountId, id))!, 'user', null));
  return JSON.stringify({ id, group, planned, giveUp, tracking_strategy, ...limit });
}

function inHours(hours: number) {
  const [date, time] = new Date(Date.now() + hours * hour * 1000).toISOString().split('T') as [string, string];
  const [hoursOfDay, minutes] = time.split(':') as [string, string];
  const input = { date, hours: hoursOfDay, minutes, clicksAsResponseReference: false, dispatchWavesGroup: 3 } as const;
  return readSchedule(input, 'UTC', new Date());
}

async function order(world: World, { orderType: type }: Settings): Promise<string> {
  const { random } = world;
  const people = await world.living();
  const drafts = Array.from({ length: 1 + random(5) }, () => {
    const email = people.length > 0 && chance(random, 80) ? pick(random, people).email : newAddress(world);
    const contact = { email, permission: 2 as const };
    return { type, import: { contact }, content: { note: `for ${nameOf(contact)}` } };
  });
  const options = { ignore_invalid_transactions: false, generate_transaction_id: true } as const;
  const contentType = 'application/vnd.service.api+json';
  const { reports } = await world.change((_, context) =>
    transactionHandlers.createTransactions({ contentType, body: drafts, ...options }, context),
  );
  for (const { transaction_id } of reports) world.orders.push(transaction_id!);
  return `${reports.length} orders`;
}

async function read(world: World): Promise<unknown> {
  const mail = someMail(world, ({ isOptIn }) => !isOptIn);
  if (mail === undefined) return 'there is no mail';
  const { html } = await world.read(mail);
  const links = Array.from(html.matchAll(/https:\/\/news\.example\.com(\/[co]\/[\w.-]+)/g), ([, path]) => path!);
  for (const link of links) if (chance(world.random, 70)) await world.page('GET', link);
  await world.recorder.close();
  return `${links.length} links`;
}

async function leave(world: World): Promise<unknown> {
  const person = await somebody(world);
  if (person === undefined) return 'nobody is there';
  // The reasons of those who are made anonymous stay.
  const message = world.account.anonymise_unsubscribed ? 'too many mails' : `I am ${nameOf(person)}`;
  const how = { source: 'other', reasons: [{ type: 'other', message }] } as const;
  await world.change((db) => unsubscribe(db, world.account, [person.id], { ...how, mailingId: undefined }));
  await left(world, person);
  return `contact ${person.id}`;
}

/** What must hold from the acknowledgement on. */
async function left(world: World, person: Person): Promise<void> {
  if (world.account.anonymise_unsubscribed) world.erased.add(nameOf(person));
  await world.close([person.id], 'unsubscribed');
}

async function leaveByLink(world: World): Promise<unknown> {
  const mail = someMail(world, ({ isOptIn }) => !isOptIn);
  if (mail === undefined) return 'there is no mail';
  const { unsubscribe: link } = await world.read(mail);
  const before = await standings(world);
  await world.page('GET', link!);
  if (JSON.stringify(await standings(world)) !== JSON.stringify(before))
    world.post.faults.push(`GET ${link} changed contacts`);
  const { status } = await world.page('POST', link!, 'List-Unsubscribe=One-Click');
  if (status !== 200) world.post.faults.push(`One click on ${link} was answered with ${status}`);
  const email = before.find(({ id }) => id === mail.contactId)?.email;
  if (email) await left(world, { id: mail.contactId, email });
  return `contact ${mail.contactId}`;
}

async function blacklist(world: World, { blacklist: blacklistId }: Settings): Promise<unknown> {
  const person = await somebody(world);
  if (person === undefined) return 'nobody is there';
  const entry = chance(world.random, 15) ? `*@${person.email.split('@')[1]}` : person.email;
  await world.change((_, context) =>
    blacklistHandlers.addBlacklistEntries({ blacklistId, body: { entries: [entry] } }, context),
  );
  const listed = (await world.living()).filter(({ email }) => email === entry || email.endsWith(entry.slice(1)));
  await world.close(
    listed.map(({ id }) => id),
    'blacklisted',
  );
  return entry;
}

async function takeOffBlacklist(world: World, { blacklist: blacklistId }: Settings): Promise<unknown> {
  const entries = await world.db.selectFrom('blacklist_entry').select('entry').orderBy('entry').execute();
  if (entries.length === 0) return 'it is empty';
  const { entry } = pick(world.random, entries);
  world.allows.unblock = true;
  await world.change((_, context) => blacklistHandlers.deleteBlacklistEntry({ blacklistId, entry }, context));
  return entry;
}

async function erase(world: World): Promise<unknown> {
  const person = await somebody(world);
  if (person === undefined) return 'nobody is there';
  await world.change((_, context) => contactDeleteHandlers.deleteContact({ id: person.id }, context));
  world.erased.add(nameOf(person));
  await world.close([person.id], 'erased');
  return `contact ${person.id}`;
}

/** The same report comes twice, as it does when the answer to the first one is lost. */
async function comeBack(world: World): Promise<unknown> {
  const mail = someMail(world, () => true);
  if (mail === undefined) return 'there is no mail';
  const status = pick(world.random, ['5.1.1', '4.2.2']);
  const { contactId, recipientId } = mail;
  const { rows } = await sql<{ mailing_id: number }>`
    select mailing_id from recipient where account_id = ${world.account.id} and id = ${recipientId}`.execute(world.db);
  const sentTo = {
    account: world.account,
    mail: { mailingId: rows[0]?.mailing_id ?? 0, contactId, recipientId },
  };
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from bounce where fingerprint not like 'smtp %'`.execute(world.db);
    return Number(rows[0]!.count);
  };
  const before = await count();
  const reason = status === '5.1.1' ? ('mailbox-unknown' as const) : ('mailbox-full' as const);
  const report = {
    recipients: [{ status, reason, hard: status === '5.1.1' }],
    at: new Date(),
    source: 'mta-listener' as const,
  };
  for (let times = 0; times < 2; times++) await world.change((db) => recordBounce(db, sentTo, report));
  if ((await count()) - before > 1) world.post.faults.push(`a bounce of mail ${mail.recipientId} was counted twice`);
  return `contact ${mail.contactId}: ${status}`;
}
