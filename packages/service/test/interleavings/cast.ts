import { sql } from 'kysely';
import { findAccount } from '../../src/account/index.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { lockMailing, type Move, moveMailing } from '../../src/mailings/index.ts';
import { blockContacts, eraseContacts, lockContacts, unsubscribe } from '../../src/people/index.ts';
import { retrying } from '../../src/platform/database/retry.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { recordBounce } from '../../src/sending/bounces/record.ts';
import { advanceLater } from '../../src/sending/deliveries/advance-later.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { chance, pick } from '../life/dice.ts';
import { advance } from '../sending/harness.ts';
import type { Random } from '../support/random.ts';
import { ActorDatabase } from './actor-database.ts';
import { PostOffice } from './post-office.ts';
import { Stage } from './stage.ts';

export const connectionsOfWorker = 2;
/** Steps that an actor leaves to others at a time; a worker takes some forty before its first mail. */
const mostRests = 40;
/** A worker is interrupted after fewer mails and steps than these. */
const mostMailsBefore = 5;
const mostStepsBefore = 90;
/** A worker that was overtaken acts alone for fewer steps; it takes some thirty to settle. */
const mostStepsAlone = 90;
/** Nobody waits for longer until a worker overtakes another: the mailing may be paused or canceled. */
const mostStepsToOvertake = 300;

/** Somebody was told that something is done; mails that were under way then may still be handed over. */
export interface Answered {
  what: string;
  /** The contact that it concerns; all of them if undefined. */
  contactId: number | undefined;
  at: number;
  /** Ways of the mails that were in flight. */
  underWay: ReadonlySet<string>;
  /** Workers of which a statement had begun before: it may put mails in flight that the answer does not know of. */
  starting: ReadonlySet<string>;
}

/** What the actors act on. */
export interface Scene {
  accountId: number;
  mailingId: number;
  contactIds: readonly number[];
}

/** Processes and people that touch one sendout at the same time. */
export class Cast {
  readonly stage: Stage;
  readonly office: PostOffice;
  readonly answers: Answered[] = [];
  /** Workers that were killed, or whose leases ended while they worked. */
  interruptions = 0;
  /** Worker that goes on looking for work, because it is to overtake another. */
  #awaited: string | undefined;
  #scene: Scene;
  #random: Random;
  #monitor: Db;
  #url: string;
  #databases: Map<string, ActorDatabase>;

  /**
   * @param monitor a database whose statements wait for nobody
   * @param databases of actors of earlier schedules, for actors of this one
   */
  constructor(scene: Scene, random: Random, monitor: Db, url: string, databases: Map<string, ActorDatabase>) {
    this.#scene = scene;
    this.#random = random;
    this.#monitor = monitor;
    this.#url = url;
    this.#databases = databases;
    this.stage = new Stage(random, async (pid) => {
      const { rows } = await sql<{ blocked: boolean }>`
        select wait_event_type is not distinct from 'Lock' as blocked from pg_stat_activity where pid = ${pid}`.execute(
        monitor,
      );
      return rows[0]?.blocked === true;
    });
    this.office = new PostOffice(this.stage, random);
  }

  /** Lets the actors enter and plays until all have come to their end. */
  async play(): Promise<void> {
    this.#worker('worker a');
    this.#worker('worker b');
    this.#dispatcher();
    // The fewer act, the more often those who do meet.
    const others = [
      () => this.#operator(),
      ...['person a', 'person b', 'person c'].map((name) => () => this.#person(name)),
      () => this.#receiver(),
    ];
    for (const enter of others) if (chance(this.#random, 50)) enter();
    if (chance(this.#random, 80)) this.#fate();
    await this.stage.play();
  }

  /** Waits until no statement runs that a killed actor has begun. */
  async leave(): Promise<void> {
    for (let busy = true; busy; ) {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and state <> 'idle'`.execute(this.#monitor);
      busy = rows.length > 0;
    }
  }

  #databaseOf(actor: string): Db {
    const database = this.#databases.get(actor) ?? new ActorDatabase(this.stage, actor, this.#url);
    database.stage = this.stage;
    database.onRows = (rows, began) => this.office.note(actor, rows, began);
    this.#databases.set(actor, database);
    return database.db;
  }

  #worker(name: string): void {
    const db = this.#databaseOf(name);
    const environment = {
      transport: this.office.transportOf(name, connectionsOfWorker),
      publicUrl: 'https://x.example',
    };
    const engine = new DeliveryEngine(environment, mailSources(environment));
    const { signal } = new AbortController();
    this.stage.enter(name, async () => {
      for (let runs = 0; runs < 3 || this.#awaited === name; runs++) {
        await engine.run(db, signal);
        await this.#rests(name);
      }
    });
  }

  /** Pauses, resumes and cancels the mailing. */
  #operator(): void {
    const name = 'operator';
    const db = this.#databaseOf(name);
    const moves = Array.from('ab', () => pick<Move>(this.#random, ['pause', 'resume', 'pause', 'resume', 'cancel']));
    this.stage.enter(name, async () => {
      for (const move of moves) {
        await this.#rests(name);
        const isMoved = await retrying(() => db.transaction().execute((transaction) => this.#move(transaction, move)));
        if (isMoved) this.#answer(move === 'resume' ? 'resume' : `${move} of the mailing`, undefined);
      }
    });
  }

  async #move(db: Db, move: Move): Promise<boolean> {
    const { accountId, mailingId } = this.#scene;
    const mailing = (await lockMailing(db, accountId, mailingId))!;
    if ((await moveMailing(db, mailing, move, 'user')) === undefined) return false;
    if (move !== 'pause') await advanceLater(db, mailing);
    return true;
  }

  /** Unsubscribes, is blocked, or has its data erased. */
  #person(name: string): void {
    const db = this.#databaseOf(name);
    const { accountId, mailingId, contactIds } = this.#scene;
    const contactId = pick(this.#random, contactIds);
    const wish = pick(this.#random, ['unsubscribe', 'block', 'erase']);
    this.stage.enter(name, async () => {
      await this.#rests(name);
      await retrying(() =>
        db.transaction().execute(async (transaction) => {
          if (wish === 'erase') {
            const found = await lockContacts(transaction, accountId, { id: contactId });
            await eraseContacts(
              transaction,
              accountId,
              found.map(({ id }) => id),
            );
          } else if (wish === 'block') {
            await blockContacts(transaction, accountId, (contact) => contact('id', '=', contactId), 'blacklist');
          } else {
            const account = await findAccount(transaction, accountId);
            await unsubscribe(transaction, account, [contactId], { source: 'link', mailingId, reasons: [] });
          }
        }),
      );
      this.#answer(`${wish} of ${contactId}`, contactId);
    });
  }

  /** Records that mails came back which had been taken. */
  #receiver(): void {
    const name = 'bounce receiver';
    const db = this.#databaseOf(name);
    const { accountId, mailingId } = this.#scene;
    this.stage.enter(name, async () => {
      for (const _ of 'ab') {
        await this.#rests(name);
        const taken = this.office.mails.filter(({ answer }) => answer === 'taken');
        if (taken.length === 0) continue;
        const { contactId } = pick(this.#random, taken);
        await retrying(() =>
          db.transaction().execute(async (transaction) => {
            const row = await transaction
              .selectFrom('recipient')
              .select('id')
              .where('account_id', '=', accountId)
              .where('mailing_id', '=', mailingId)
              .where('contact_id', '=', contactId)
              .executeTakeFirstOrThrow();
            const account = await findAccount(transaction, accountId);
            const recipients = [{ status: '5.1.1', reason: 'mailbox-unknown' as const, hard: true }];
            const mail = { mailingId, contactId, recipientId: row.id };
            await recordBounce(transaction, { account, mail }, { recipients, at: new Date(), source: 'mta-listener' });
          }),
        );
      }
    });
  }

  /** Takes the sendout from state to state. */
  #dispatcher(): void {
    const name = 'dispatcher';
    const db = this.#databaseOf(name);
    this.stage.enter(name, async () => {
      for (const _ of 'abc') {
        await this.#rests(name);
        await retrying(() => advance(db, this.#scene.accountId, this.#scene.mailingId));
      }
    });
  }

  /** Interrupts a worker: after a few mails, because that is where it matters. */
  #fate(): void {
    const name = 'fate';
    const db = this.#databaseOf(name);
    const [worker, other] = pick(this.#random, [
      ['worker a', 'worker b'],
      ['worker b', 'worker a'],
    ] as const);
    const kind = pick(this.#random, ['kill', 'sleep', 'overtake', 'overtake'] as const);
    const mails = this.#random(mostMailsBefore);
    const steps = this.#random(mostStepsBefore);
    const [stepsOfOther, startsOfOther] = [this.#random(mostStepsBefore), this.#random(mostMailsBefore)];
    this.stage.enter(name, async () => {
      if (kind === 'overtake') return this.#overtake({ name, db, worker, other }, mails + 1);
      const handed = () => this.office.mails.filter((mail) => mail.worker === worker);
      await this.#restsWhile(name, worker, () => handed().length < mails || this.stage.stepsOf(worker) < steps);
      if (!this.stage.acts(worker)) return;
      if (kind === 'kill') {
        this.stage.kill(worker);
        this.#databases.get(worker)!.cut();
        this.#databases.delete(worker);
      } else {
        this.stage.freeze(worker);
      }
      this.interruptions++;
      // A worker that stands still in a transaction keeps its locks, and fate must not wait for it.
      await sql`
        update recipient_batch set lease_until = now() - interval '1 second' where id in (
          select id from recipient_batch where owner is not null for update skip locked)`.execute(db);
      if (kind === 'kill') return;
      const until = this.stage.stepsOf(other) + stepsOfOther;
      const untilStarts = this.office.startsOf(other) + startsOfOther;
      // A lock of the worker that stands still may be what the other waits for.
      await this.#restsWhile(name, other, () => {
        const isEarly =
          startsOfOther > 0 ? this.office.startsOf(other) < untilStarts : this.stage.stepsOf(other) < until;
        return isEarly && !this.stage.blocked.has(other);
      });
      this.stage.thaw(worker);
    });
  }

  /**
   * Stops a worker that has handed so many mails over and not settled the last one, until another worker has put the same mail
   * in flight; then the first one acts alone for some steps.
   */
  async #overtake(
    { name, db, worker, other }: { name: string; db: Db; worker: string; other: string },
    mails: number,
  ): Promise<void> {
    const stepsAlone = this.#random(mostStepsAlone);
    this.office.stopAfter(worker, mails);
    this.#awaited = other;
    await this.#restsWhile(name, worker, () => !this.stage.isFrozen(worker));
    if (this.stage.isFrozen(worker)) {
      this.interruptions++;
      const { contactId } = this.office.mails.findLast((mail) => mail.worker === worker)!;
      await sql`
        update recipient_batch set lease_until = now() - interval '1 second' where id in (
          select id from recipient_batch where ${contactId} = any(contact_ids) for update skip locked)`.execute(db);
      const isTakenOver = () => this.office.isUnderWay(other, contactId);
      const until = this.stage.stepsOf(other) + mostStepsToOvertake;
      await this.#restsWhile(
        name,
        other,
        () => !isTakenOver() && !this.stage.blocked.has(other) && this.stage.stepsOf(other) < until,
      );
      if (isTakenOver()) this.stage.freeze(other);
      this.stage.thaw(worker);
      const untilAlone = this.stage.stepsOf(worker) + stepsAlone;
      // The other one may stand still in a transaction that has the lock which the first one needs.
      await this.#restsWhile(
        name,
        worker,
        () => this.stage.stepsOf(worker) < untilAlone && !this.stage.blocked.has(worker),
      );
      this.stage.thaw(other);
    }
    this.#awaited = undefined;
  }

  /** Leaves steps to others as long as the condition holds and somebody acts. */
  async #restsWhile(name: string, acting: string, holds: () => boolean): Promise<void> {
    while (this.stage.acts(acting) && holds()) await this.stage.rest(name);
  }

  /** Lets others do some steps, few or many. */
  async #rests(actor: string): Promise<void> {
    for (let left = this.#random(mostRests); left >= 0; left--) await this.stage.rest(actor);
  }

  /** Notes that somebody has been told that something is done, and which mails were under way then. */
  #answer(what: string, contactId: number | undefined): void {
    const starting = this.stage.blocked;
    const at = this.stage.history.push(
      `answer: ${what}${starting.size ? `, while ${[...starting].join(' and ')} wait` : ''}`,
    );
    this.answers.push({ what, contactId, at, underWay: this.office.underWay, starting });
  }
}
