import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/database/schema.ts';
import { guardSendout } from '../guard/guard.ts';
import { looksAt } from '../guard/looks.ts';
import { pauseSendout } from '../guard/pause.ts';
import { LimitGate } from '../limits/gate.ts';
import { messageIdOf } from '../mail/identity.ts';
import { MailTemplates } from '../mail/templates.ts';
import type { MailTransport } from '../mail/transport.ts';
import { Router } from '../relay/router.ts';
import type { SendoutFault } from '../sendout-fault.ts';
import { ActivitySignal } from './activity-signal.ts';
import type { StartedAttempt } from './attempts.ts';
import { type Batch, isAnyBatchDue, renewalMillis, renewBatches } from './batches.ts';
import { Claims, lookMillis, toldMillis } from './claims.ts';
import { conclude } from './conclude.ts';
import type { MailEnvironment } from './environment.ts';
import { gatherMillis } from './gather.ts';
import { type Lease, openLease, releasableBatches, releaseLeasedBatches, takeLease } from './lease.ts';
import type { Made, MailSource, MailSources } from './mail-source.ts';
import { mailingMails } from './mailing-mails.ts';
import { makeAhead, makeMail } from './make-mail.ts';
import type { MailReceipt, Outcome } from './outcome.ts';
import { postponeBlocked, postponeHeldBack } from './postpone-blocked.ts';
import {
  countReady,
  inFlightOf,
  isAwaited,
  isTransactional,
  mostInFlight,
  outcomeFor,
  type Routed,
  routingOf,
} from './purpose-rules.ts';
import { domainOf } from './recipients.ts';
import { RoutedSelection } from './selection.ts';
import { settleRound } from './settle-round.ts';
import { Settlements } from './settlements.ts';
import { Shares } from './shares.ts';
import { type SettledSendout, settledSendouts, type UnsettledAttempt } from './unsettled.ts';

/** Monotonic clock in milliseconds: a change of the system time must not shorten pauses or leases. */
const clock = () => performance.now();

/** A relay that has accepted no mail for too long, with its words. */
const relayFault = (words: string): SendoutFault => ({
  words,
  reasons: [{ code: 'relay_failing', message: words.slice(0, 4000) }],
});

/** Longest usual time for compiling the contents of a mailing, in milliseconds; hostile contents take longer. */
const usualOpeningMillis = 100;

/**
 * Hands mails over to the transport, at most one at a time for each of its connections. Records each mail as in flight before it
 * is handed over, and its outcome in the transaction that starts the next ones. After a crash at most one mail per connection is
 * sent twice, and none is lost.
 */
export class DeliveryEngine {
  #environment: MailEnvironment;
  #sources: MailSources & { mailing: MailSource };
  #wakeQueue: () => void;
  #templates = new MailTemplates();
  #owner = randomUUID();
  #leases: Lease[] = [];
  /** Leases whose contents take long to compile: others are claimed beside them. */
  #slow = new Set<Lease>();
  #failure: Error | undefined;
  #inFlight = 0;
  #unsettled: UnsettledAttempt[] = [];
  #settlements = new Settlements();
  /** Sendouts in which something may have gone wrong. */
  #doubtful: SettledSendout[] = [];
  #shares = new Shares();
  #router: Router;
  #gate = new LimitGate();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #claims: Claims;
  /** Rings when an attempt has ended, a lease has been opened, or there may be new mails. */
  #bell = new ActivitySignal();

  /** @param wakeQueue is called when a job was enqueued: what follows the last mail of a sendout */
  constructor(environment: MailEnvironment, sources: MailSources, wakeQueue: () => void = () => {}) {
    this.#environment = environment;
    this.#sources = { ...sources, mailing: mailingMails(environment) };
    this.#wakeQueue = wakeQueue;
    this.#router = new Router(environment, clock);
    this.#claims = new Claims(
      {
        leases: () => this.#leases,
        waitingCount: (counts) => this.#waitingCount(counts),
        connections: () => this.#router.connections,
        freeConnections: () => this.#freeConnections,
        take: (db, choice) => takeLease(db, (batch) => this.#sourceOf(batch), this.#owner, choice),
        add: (db, lease) => this.#add(db, lease),
        over: (failure) => {
          this.#failure ??= failure;
          this.#bell.ring();
        },
      },
      clock,
    );
  }

  /** Tells the engine that there may be new mails. */
  wake(): void {
    this.#claims.tell();
    this.#bell.ring();
  }

  /**
   * Runs until no batch is due or `signal` aborts. After an abort, starts no new mails and waits for those in flight.
   * Reports whether any mail was worked on.
   */
  async run(db: Db, signal: AbortSignal): Promise<boolean> {
    if (await this.#hasNothing(db)) return false;
    let worked = false;
    this.#claims.forget();
    for (;;) {
      await this.#settlements.free();
      await this.#throwFailure();
      await this.#renew(db);
      await this.#gather();
      if (!signal.aborted) {
        await this.#router.learn(db);
        this.#claims.start(db);
      }
      // Finished attempts are settled without waiting for claims. A loop that has nothing else to do waits for them.
      if (signal.aborted || this.#waitingCount() + this.#unsettled.length === 0) await this.#claims.underWay;
      await this.#throwFailure();
      await postponeBlocked(db, this.#gate, this.#leases);
      await postponeHeldBack(db, this.#router, this.#leases);
      const selected = signal.aborted ? new Map<Lease, Routed[]>() : await this.#passLimits(db, this.#select());
      if (this.#unsettled.length === 0 && selected.size === 0) {
        await this.#releaseFinished(db, signal.aborted);
        if (this.#leases.length === 0) {
          if (this.#claims.underWay) continue;
          if (!signal.aborted) await this.#router.report(db);
          return worked;
        }
        const millis = this.#claims.isTold ? toldMillis : lookMillis;
        await this.#bell.wait(Math.min(millis, this.#router.pauseMillis || millis));
        continue;
      }
      worked = true;
      this.#startSettlement(db, selected);
      await this.#releaseFinished(db, signal.aborted);
    }
  }

  /** Reports by a single statement that there is nothing to do; most polls of an idle process end here. */
  async #hasNothing(db: Db): Promise<boolean> {
    const isOccupied =
      this.#claims.isTold || this.#leases.length > 0 || this.#unsettled.length > 0 || this.#failure !== undefined;
    return !isOccupied && !(await isAnyBatchDue(db));
  }

  async #renew(db: Db): Promise<void> {
    if (clock() < this.#renewedAt + renewalMillis) return;
    this.#renewedAt = clock();
    if (this.#leases.length === 0) return;
    const leases = [...this.#leases];
    const ids = leases.flatMap(({ batches }) => batches.map(({ id }) => id));
    const kept = await renewBatches(db, this.#owner, ids);
    for (const lease of leases) {
      const lost = new Set(lease.batches.filter(({ id }) => !kept.has(id)).map(({ occasion }) => occasion));
      lease.waiting = lease.waiting.filter(({ occasion }) => !lost.has(occasion));
    }
  }

  /** Adds a claimed lease. No recipient goes in flight before the limits of the account are known. */
  async #add(db: Db, lease: Lease): Promise<void> {
    try {
      await this.#gate.learn(db, lease.account.id);
    } finally {
      this.#leases.push(lease);
      void this.#open(db, lease);
    }
  }

  /** Opens a lease beside the loop, because compiling the contents of a mailing may take long. */
  async #open(db: Db, lease: Lease): Promise<void> {
    const timer = setTimeout(() => {
      this.#slow.add(lease);
      this.#bell.ring();
    }, usualOpeningMillis);
    try {
      await openLease(db, lease, this.#templates);
    } catch (error) {
      if (!this.#leases.includes(lease)) return;
      this.#leases = this.#leases.filter((other) => other !== lease);
      this.#failure = error as Error;
    } finally {
      clearTimeout(timer);
      this.#slow.delete(lease);
      this.#bell.ring();
    }
  }

  /** Throws the error of work beside the loop, once all settlements under way have ended. */
  async #throwFailure(): Promise<void> {
    if (this.#failure === undefined) return;
    await this.#settlements.over();
    const failure = this.#failure;
    this.#failure = undefined;
    throw failure;
  }

  #sourceOf({ purpose }: Batch): MailSource {
    const isOwn = purpose === 'campaign' || purpose === 'trigger' || purpose === 'automation';
    return this.#sources[isOwn ? 'mailing' : purpose];
  }

  #waitingCount(counts: (lease: Lease) => boolean = () => true): number {
    const counted = this.#leases.filter((lease) => !this.#slow.has(lease) && counts(lease));
    return counted.reduce((count, lease) => count + lease.waiting.length, 0);
  }

  /** Selects the recipients that go in flight when the finished attempts are settled. */
  #select(): Map<Lease, Routed[]> {
    const selected = new Map<Lease, Routed[]>();
    const { connections, bulkConnections } = this.#router;
    const finished = (lease: Lease) => this.#unsettled.filter((attempt) => attempt.lease === lease).length;
    const ready = countReady(this.#leases, finished);
    if (ready.every((count) => count === 0)) return selected;
    const candidates = this.#leases.map((lease, id) => ({
      id,
      account: lease.account.id,
      priority: lease.batch.priority,
      speed: lease.mailing.speed_level,
      waiting: ready[id]!,
      underWay: inFlightOf(lease, finished(lease)),
      most: mostInFlight(lease, connections),
    }));
    const selection = new RoutedSelection(this.#router);
    this.#shares.allocate(candidates, this.#freeConnections, bulkConnections, (id) => {
      const lease = this.#leases[id]!;
      const next = selection.take(lease);
      if (next !== undefined) selected.set(lease, [...(selected.get(lease) ?? []), next]);
      return next !== undefined;
    });
    return selected;
  }

  /** Returns the selected recipients that the limits of relays and accounts permit; the others wait for the next round. */
  async #passLimits(db: Db, selected: Map<Lease, Routed[]>): Promise<Map<Lease, Routed[]>> {
    const passed = new Map<Lease, Routed[]>();
    for (const [lease, routed] of selected) {
      const free = await this.#router.pass(db, routed, isAwaited(lease));
      const asking = routed.filter((_, at) => free[at]);
      const granted = await this.#gate.pass(db, lease.account.id, asking.map(domainOf), isAwaited(lease));
      const refused = asking.filter((_, at) => !granted[at]);
      await this.#router.giveBack(db, refused, isAwaited(lease));
      lease.waiting.unshift(...routed.filter((_, at) => !free[at]), ...refused);
      if (granted.includes(true))
        passed.set(
          lease,
          asking.filter((_, at) => granted[at]),
        );
    }
    return passed;
  }

  /** Settles the finished attempts and lets others go in flight, beside the loop. */
  #startSettlement(db: Db, selected: Map<Lease, Routed[]>): void {
    const ended = this.#unsettled.splice(0);
    for (const { lease } of ended) {
      lease.underWay--;
      lease.unsettled++;
    }
    for (const [lease, routed] of selected) for (const recipient of routed) this.#count(lease, recipient, 1);
    const work = settleRound(db, ended, selected)
      .then(
        (started) => {
          for (const { lease, id } of ended) lease.busy.delete(id);
          for (const [lease, rows] of started) this.#startAttempts(db, lease, rows, selected.get(lease)!);
          for (const sendout of settledSendouts(ended))
            if (looksAt(db).areDue(sendout.accountId, sendout.mailingId, sendout.bounces)) this.#doubtful.push(sendout);
        },
        (error: Error) => {
          this.#failure = error;
          this.#unsettled.unshift(...ended);
          for (const { lease } of ended) lease.underWay++;
          for (const [lease, routed] of selected) {
            for (const recipient of routed) this.#count(lease, recipient, -1);
            lease.waiting.unshift(...routed);
          }
        },
      )
      .finally(() => {
        for (const { lease } of ended) lease.unsettled--;
        this.#bell.ring();
      });
    for (const [lease, routed] of selected) makeAhead(lease, routed, this.#environment.bounceDomain);
    this.#settlements.add(work, { settled: ended.length, started: [...selected.values()].flat().length });
  }

  #count(lease: Lease, { id, occasion, route }: Routed, mails: 1 | -1): void {
    lease.underWay += mails;
    route.inFlight += mails;
    if (mails === 1) lease.busy.set(id, occasion);
    else lease.busy.delete(id);
  }

  #startAttempts(db: Db, lease: Lease, rows: StartedAttempt[], routed: Routed[]): void {
    // The mailing was paused or canceled, or the batch belongs to another process now.
    if (rows.length === 0) lease.waiting = [];
    const started = new Map(rows.filter(({ state }) => state === 'in_flight').map((row) => [row.id, row]));
    for (const recipient of routed) {
      const row = started.get(recipient.id);
      if (row) void this.#attempt(db, lease, row, recipient);
      else this.#count(lease, recipient, -1);
    }
  }

  /**
   * Makes one mail and hands it over. An error of our own code is recorded as a refusal of this mail, so that the others go
   * on.
   */
  async #attempt(db: Db, lease: Lease, row: StartedAttempt, recipient: Routed): Promise<void> {
    this.#inFlight++;
    const { id, attempt } = row;
    const { contact_id: contactId } = recipient;
    const key = { mailingId: lease.mailing.id, contactId, recipientId: id };
    const messageId = messageIdOf(lease.account, key);
    const outcome = await makeMail(db, lease, row, recipient, this.#environment.bounceDomain)
      .then((mail) => this.#send(db, lease, mail, row, recipient))
      .catch((error: Error) => {
        return outcomeFor(lease, row, recipient, { concerns: 'mail', permanent: false, message: error.message });
      });
    const endedAt = lease.now();
    this.#unsettled.push({ id, mailingId: lease.mailing.id, contactId, attempt, outcome, lease, messageId, endedAt });
    this.#inFlight--;
    recipient.route.inFlight--;
    this.#bell.ring();
  }

  async #send(db: Db, lease: Lease, mail: Made, row: StartedAttempt, recipient: Routed): Promise<Outcome> {
    if ('skip' in mail) return { state: 'skipped', reason: mail.skip };
    let taken: MailReceipt | undefined;
    const hand = (transport: MailTransport) =>
      transport.send(mail, (server, { code, text }) => {
        taken = { code, reason: `${server}: ${text}` };
      });
    const refusal = await this.#router.send(db, recipient.route, routingOf(lease, recipient), hand);
    const outcome = outcomeFor(lease, row, recipient, refusal);
    return outcome.state === 'sent' && isTransactional(lease) ? { ...outcome, ...taken } : outcome;
  }

  /**
   * Pauses sendouts whose relays have accepted no mail for too long, or in which too much goes wrong, until a person has looked
   * into it.
   */
  async #pauseHopeless(db: Db): Promise<void> {
    const paused: boolean[] = [];
    // One whose look fails is looked at again.
    for (let next = this.#doubtful[0]; next !== undefined; next = this.#doubtful[0]) {
      paused.push(await guardSendout(db, next.accountId, next.mailingId));
      this.#doubtful.shift();
    }
    for (const { reason, sendouts } of this.#router.takeExhausted())
      for (const { accountId, mailingId } of sendouts)
        paused.push(await pauseSendout(db, { account_id: accountId, id: mailingId }, relayFault(reason)));
    // A job tells the person who has started the sendout.
    if (paused.includes(true)) this.#wakeQueue();
  }

  /** Releases the batches that have no recipient waiting or in flight; when stopped, also those whose recipients wait. */
  async #releaseFinished(db: Db, stopped: boolean): Promise<void> {
    await this.#pauseHopeless(db);
    for (const lease of this.#leases) {
      const over = releasableBatches(lease, stopped);
      if (over.length === 0) continue;
      let afterEnd = () => {};
      const kept = await db.transaction().execute(async (transaction) => {
        const [gone, ...others] = await releaseLeasedBatches(transaction, over);
        if (gone) afterEnd = await conclude(transaction, lease, [gone, ...others], this.#wakeQueue);
        return over.length - others.length - (gone ? 1 : 0);
      });
      afterEnd();
      if (kept > 0) this.#claims.forget(); // they may be due at once
      lease.batches = lease.batches.filter((batch) => !over.includes(batch));
    }
    this.#leases = this.#leases.filter(({ batches }) => batches.length > 0);
  }

  get #freeConnections(): number {
    return this.#router.connections - this.#inFlight - this.#settlements.connections;
  }

  /** Waits for more attempts to settle together, until half of the connections are free for new mails. */
  async #gather(): Promise<void> {
    const until = performance.now() + gatherMillis(this.#router.mailMillis);
    while (this.#unsettled.length > 0 && this.#freeConnections < this.#router.connections / 2) {
      const rest = until - performance.now();
      if (rest <= 0) return;
      await this.#bell.wait(rest);
    }
  }
}
