import { sql } from 'kysely';
import { putPlaceholders } from '../../../src/account/placeholders/store.ts';
import { renameAccount } from '../../../src/account/settings.ts';
import { insertAccount } from '../../../src/account/store.ts';
import { allOf } from '../../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../../src/audiences/filters/store.ts';
import { insertTargetGroup } from '../../../src/audiences/target-groups/store.ts';
import { changeContent, changeSettings } from '../../../src/mailings/change.ts';
import { raiseVersionsShowing } from '../../../src/mailings/raise-versions.ts';
import { scheduleMailing } from '../../../src/mailings/schedules/schedule.ts';
import { findMailing, insertMailing, lockMailing, type Mailing } from '../../../src/mailings/store.ts';
import { requireSeenVersion } from '../../../src/operations/mailings/seen-version.ts';
import { insertCustomField, renameField } from '../../../src/people/fields/store.ts';
import type { Db } from '../../../src/platform/database/schema.ts';
import { runDueJobs } from '../../../src/platform/queue/run-queue.ts';
import { findAudience } from '../../../src/sending/audience.ts';
import { fireScheduleJob } from '../../../src/sending/scheduled/fire.ts';
import { versionOf } from '../../../src/sending/seals/version.ts';
import { queueSendout } from '../../../src/sending/sendouts/queue.ts';
import { requireSignedOff } from '../../../src/sending/sign-offs/require.ts';
import { addSignOff } from '../../../src/sending/sign-offs/store.ts';
import { weighted } from '../../life/dice.ts';
import type { Random } from '../../support/random.ts';
import { advance, engineOf } from '../harness.ts';

const colors = { 'p1@example.com': 'red', 'p2@example.com': 'blue', 'p3@example.com': 'green' };
const sizes = { 'p1@example.com': 's', 'p2@example.com': 'm', 'p3@example.com': 'l' };
const text = (content: number) => `${content} [[ACCOUNT|SHOP]] [[CONTACT|COLOR]] [[ACCOUNT|NAME]] [[LINK|UNSUBSCRIBE]]`;

/** The line of a mail, which is quoted-printable. */
const lineOf = (body: string) => body.replace(/=\r\n/g, '').replace(/=20/g, ' ').split(' https:')[0]!.trim();

/** What somebody sees: the line that each contact would get. */
type Shown = Readonly<Record<string, string>>;

const people = ['ada', 'grace', 'bob'] as const;
type Person = (typeof people)[number];

const weights = {
  look: 5,
  sign: 4,
  send: 3,
  schedule: 2,
  fire: 2,
  freeze: 2,
  deliver: 2,
  contents: 1,
  placeholder: 1,
  fields: 1,
  account: 1,
  group: 1,
  limit: 1,
  user: 1,
};
type StepName = keyof typeof weights;

/** An account in which two people must stand for a mailing, and others who change what it shows at any time. */
export class World {
  readonly #db: Db;
  readonly #random: Random;
  readonly history: string[] = [];
  readonly sent: { to: string; line: string }[] = [];
  #account = 0;
  #mailing = 0;
  #groups: number[] = [];
  #users = {} as Record<Person, number>;
  #seen = new Map<Person, { version: string; shown: Shown }>();
  #signed = new Map<Person, Shown>();
  #started: { by: Person; shown: Shown } | undefined;
  /** Who was active and might send when the recipients were fixed. */
  #entitled: Person[] = [];
  #changes = 0;

  constructor(db: Db, random: Random) {
    this.#db = db;
    this.#random = random;
  }

  async open(): Promise<void> {
    const db = this.#db;
    const id = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    this.#account = id;
    await db.updateTable('account').set({ sign_off_above: 1 }).where('id', '=', id).execute();
    for (const name of ['COLOR', 'SIZE']) await insertCustomField(db, id, name, 'string');
    const fields = await this.#fields();
    for (const [email, color] of Object.entries(colors)) {
      const values = { [fields.COLOR!]: color, [fields.SIZE!]: sizes[email as keyof typeof sizes] };
      await sql`
        insert into contact (account_id, email, email_folded, permission, custom_fields)
        values (${id}, ${email}, ${email}, 5, ${JSON.stringify(values)}::jsonb)`.execute(db);
    }
    await putPlaceholders(db, id, [{ key: 'SHOP', value: 'shop-0' }]);
    const filter = await insertContactFilter(db, id, { name: 'all', author: 'test', rules: allOf() });
    for (const name of ['all', 'others']) {
      const group = { name, type: 'regular', contact_filter_id: filter, author: 'test' } as const;
      this.#groups.push((await insertTargetGroup(db, id, group))!);
    }
    for (const name of people) {
      const { id: user } = await db
        .insertInto('account_user')
        .values({
          account_id: id,
          email: `${name}@example.org`,
          email_folded: `${name}@example.org`,
          name,
          role: 'sender',
          state: 'active',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      this.#users[name] = user;
    }
    const draft = { name: 'News', subject: 'News', type: 'regular', creator: 'test' } as const;
    this.#mailing = (await insertMailing(db, id, draft))!;
    const mailing = await this.#find();
    await changeContent(db, mailing, { text_body: text(0), sender: 'news@example.com' });
    await changeSettings(db, mailing, { target_group_id: this.#groups[0]!, qos_checks: false });
  }

  /** Does something at random; a refusal is an answer too. */
  async step(): Promise<void> {
    const acts: Record<StepName, () => Promise<void>> = {
      look: () => this.#look(this.#anybody()),
      sign: () => this.#sign(this.#anybody()),
      send: () => this.#start(this.#anybody(), false),
      schedule: () => this.#start(this.#anybody(), true),
      fire: this.fire,
      freeze: this.freeze,
      deliver: () => this.deliver(1),
      contents: () => this.#editContents(),
      placeholder: () => this.#editPlaceholder(),
      fields: () => this.#swapFields(),
      account: () => this.#renameAccount(),
      group: () => this.#editGroup(),
      limit: () => this.#editLimit(),
      user: () => this.#editUser(),
    };
    const name = weighted(this.#random, weights);
    await acts[name]().then(
      () => this.history.push(name),
      (error: Error) => this.history.push(`${name}: ${error.message}`),
    );
  }

  /** What people do who want it sent, with something unforeseen in between. */
  async end(): Promise<void> {
    const users = this.#db.updateTable('account_user').set({ state: 'active', role: 'sender' });
    await users.where('account_id', '=', this.#account).execute();
    for (const act of [() => this.#sign('grace'), () => this.#start('ada', false)]) {
      await this.#look('grace');
      await this.#look('ada');
      await act().catch(({ message }: Error) => this.history.push(message));
      if (this.#random(3) === 0) await this.step();
    }
    await this.fire();
    await this.freeze();
    await this.deliver(1);
    await this.step();
    await this.deliver(9);
  }

  /** What is wrong with what was sent: nobody has seen it, or too few people stand for it. */
  faults(): string[] {
    if (this.sent.length === 0) return [];
    const started = this.#started;
    if (started === undefined) return ['nobody has started it'];
    const wrong = this.sent.filter(({ to, line }) => started.shown[to] !== line);
    const others = [...this.#signed].filter(([name]) => name !== started.by && this.#entitled.includes(name));
    const isSame = ([, shown]: [Person, Shown]) => JSON.stringify(shown) === JSON.stringify(started.shown);
    return [
      ...wrong.map(({ to, line }) => `${to} got "${line}", and ${started.by} saw "${started.shown[to]}"`),
      ...(others.some(isSame) ? [] : ['nobody else has signed off what was sent']),
      ...(this.#entitled.includes(started.by) ? [] : [`${started.by} might not send any more`]),
    ];
  }

  fire = async (): Promise<void> => {
    const later = () => new Date(Date.now() + 60_000);
    await runDueJobs(this.#db, [fireScheduleJob], () => {}, later);
  };

  freeze = async (): Promise<void> => {
    const users = this.#db.selectFrom('account_user').select('name').where('account_id', '=', this.#account);
    const able = users.where('state', '=', 'active').where('role', 'in', ['sender', 'administrator']);
    const entitled = (await able.execute()).map(({ name }) => name as Person);
    const before = (await this.#find()).state;
    await advance(this.#db, this.#account, this.#mailing);
    const after = (await this.#find()).state;
    if (before !== after && after === 'sending') this.#entitled = entitled;
    if (after === 'failed') this.#started = undefined;
  };

  /** Sends so many mails, in a process that has compiled nothing before. */
  async deliver(most: number): Promise<void> {
    const controller = new AbortController();
    let left = most;
    const engine = engineOf(async ({ accountId, envelope, body }) => {
      if (accountId === this.#account) this.sent.push({ to: envelope.to, line: lineOf(body) });
      if (--left <= 0) controller.abort();
      return undefined;
    }, 1);
    await engine.run(this.#db, controller.signal);
  }

  #find = async (): Promise<Mailing> => (await findMailing(this.#db, this.#account, this.#mailing))!;
  #anybody = (): Person => people[this.#random(people.length)]!;

  async #fields(): Promise<Record<string, number>> {
    const rows = this.#db.selectFrom('custom_field').select(['id', 'name']).where('account_id', '=', this.#account);
    return Object.fromEntries((await rows.execute()).map(({ id, name }) => [name, id]));
  }

  /** Computed from the tables, not by what sends. */
  async #shown(): Promise<Shown> {
    const { rows } = await sql<{ email: string; line: string }>`
      select email, concat_ws(' ', split_part(text_body, ' ', 1),
          (select value from account_placeholder as p where p.account_id = account.id and key = 'SHOP'),
          custom_fields ->> (select f.id::text from custom_field as f where f.account_id = account.id and f.name = 'COLOR'),
          account.name) as line
      from contact join account on account.id = contact.account_id
        join mailing_content on mailing_content.account_id = account.id
      where account.id = ${this.#account} order by email`.execute(this.#db);
    return Object.fromEntries(rows.map(({ email, line }) => [email, line]));
  }

  async #look(who: Person): Promise<void> {
    this.#seen.set(who, { version: await versionOf(this.#db, await this.#find()), shown: await this.#shown() });
  }

  /** What an operation does that names a version: as in the API, which checks the role with the key. */
  async #decide(who: Person, act: (db: Db, mailing: Mailing) => Promise<void>): Promise<Shown> {
    const seen = this.#seen.get(who);
    if (seen === undefined) throw new Error('has seen nothing');
    await this.#requireEntitled(who);
    await this.#db.transaction().execute(async (transaction) => {
      const mailing = (await lockMailing(transaction, this.#account, this.#mailing))!;
      if (!['draft', 'failed'].includes(mailing.state)) throw new Error(`is ${mailing.state}`);
      await requireSeenVersion(transaction, mailing, `"${seen.version}"`);
      await act(transaction, mailing);
    });
    return seen.shown;
  }

  async #requireEntitled(who: Person): Promise<void> {
    const user = this.#db.selectFrom('account_user').select(['state', 'role']).where('id', '=', this.#users[who]);
    const { state, role } = await user.executeTakeFirstOrThrow();
    if (state !== 'active' || role !== 'sender') throw new Error('may not send');
  }

  async #sign(who: Person): Promise<void> {
    const shown = await this.#decide(who, async (db, mailing) =>
      addSignOff(db, mailing, (await findAudience(db, mailing))!, this.#users[who]),
    );
    this.#signed.set(who, shown);
  }

  async #start(who: Person, later: boolean): Promise<void> {
    const user = this.#users[who];
    const shown = await this.#decide(who, async (db, mailing) => {
      await requireSignedOff(db, mailing, user);
      if (!later) {
        await queueSendout(db, mailing, 'user', user);
        return;
      }
      const at = { starts_at: new Date(), dispatch_option: null, end_in_hours: null, end_in_days: null, end_at: null };
      const how = {
        clicks_as_reference: false,
        waves_group: 3,
        uniform_interval: null,
        allowed_hours: null,
        local_time: null,
        zone_field_id: null,
      } as const;
      await scheduleMailing(db, mailing, { ...at, ...how }, { user, version: await versionOf(db, mailing) });
    });
    this.#started = { by: who, shown };
  }

  async #editContents(): Promise<void> {
    await changeContent(this.#db, await this.#find(), { text_body: text(++this.#changes) });
  }

  async #editPlaceholder(): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await putPlaceholders(db, this.#account, [{ key: 'SHOP', value: `shop-${++this.#changes}` }]);
      await raiseVersionsShowing(db, this.#account, 'ACCOUNT', ['SHOP']);
    });
  }

  async #swapFields(): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const steps = [
        ['COLOR', 'OTHER'],
        ['SIZE', 'COLOR'],
        ['OTHER', 'SIZE'],
      ] as const;
      for (const [from, to] of steps) {
        await renameField(db, this.#account, from, to);
        await raiseVersionsShowing(db, this.#account, 'CONTACT', [from, to]);
      }
    });
  }

  async #renameAccount(): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await renameAccount(db, this.#account, `Herald-${++this.#changes}`);
      await raiseVersionsShowing(db, this.#account, 'ACCOUNT', ['NAME']);
    });
  }

  async #editGroup(): Promise<void> {
    await changeSettings(this.#db, await this.#find(), { target_group_id: this.#groups[this.#random(2)]! });
  }

  async #editLimit(): Promise<void> {
    await changeSettings(this.#db, await this.#find(), { contacts_limit: 2 + this.#random(2) });
  }

  async #editUser(): Promise<void> {
    const change = [{ state: 'disabled' }, { role: 'editor' }, { state: 'active', role: 'sender' }] as const;
    const user = this.#db.updateTable('account_user').set(change[this.#random(3)]!);
    await user.where('id', '=', this.#users[this.#anybody()]).execute();
  }
}
