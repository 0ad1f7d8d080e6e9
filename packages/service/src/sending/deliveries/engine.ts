import { randomUUID } from 'node:crypto';
import { moveMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { AccountTurns } from '../../platform/turns/account-turns.ts';
import { pauseIfSenderRefused } from '../bounces/refused-sender.ts';
import { LimitGate } from '../limits/gate.ts';
import { messageIdOf } from '../mail/identity.ts';
import { MailTemplates } from '../mail/templates.ts';
import type { MailTransport } from '../mail/transport.ts';
import { Router } from '../relay/router.ts';
import { ActivitySignal } from './activity-signal.ts';
import { advanceLater } from './advance-later.ts';
import type { StartedAttempt } from './attempts.ts';
import { type Batch, renewalMillis, renewBatches } from './batches.ts';
import type { MailEnvironment } from './environment.ts';
import { endLease, type Lease, openLease, takeLease } from './lease.ts';
import type { MailSource, MailSources, WantedMail } from './mail-source.ts';
import { mailingMails } from './mailing-mails.ts';
import type { MailReceipt, Outcome } from './outcome.ts';
import { postponeBlocked, postponeHeldBack } from './postpone-blocked.ts';
import {
  countReady,
  inFlightOf,
  isAwaited,
  isBusy,
  isCampaign,
  isTransactional,
  mostInFlight,
  outcomeFor,
  type Routed,
  routingOf,
} from './purpose-rules.ts';
import { domainOf } from './recipients.ts';
import { RelayBackOff } from './relay-back-off.ts';
import { RoutedSelection } from './selection.ts';
import { settleRound } from './settle-round.ts';
import { Settlements } from './settlements.ts';
import { Shares } from './shares.ts';
import { leasesWithRefusedSender, type UnsettledAttempt } from './unsettled.ts';
import { VainLook } from './vain-look.ts';
import { wantedMail } from './wanted-mail.ts';

/** Milliseconds of a clock that nobody sets: pauses and leases must last as long as they are meant to. */
const clock = () => performance.now();

/** How long the engine waits for something to happen before it looks around. */
const lookMillis = 500;
/** How often mails are looked for that overtake sendouts, while there is enough to send. */
const urgentMillis = 200;
/** The same when somebody says that there are some; each look costs a statement. */
const toldMillis = 10;
/** Compiling the contents of a mailing takes this long at most, unless it is hostile. */
const usualOpeningMillis = 100;
/** How long a finished attempt waits for others to be settled with: settling one costs nearly as much as one of many. */
const gatherMillis = 5;

/**
 * Hands mails over, as many at a time as the transport has connections. What is in flight stands in the database before it
 * is handed over, and what became of it in the same transaction in which others go in flight; so at most as many mails are
 * sent twice after a crash as there are connections, and none is lost.
 */
export class DeliveryEngine {
  #environment: MailEnvironment;
  #sources: MailSources & { mailing: MailSource };
  #wakeQueue: () => void;
  #templates = new MailTemplates();
  #owner = randomUUID();
  #leases: Lease[] = [];
  /** Leases that will hardly be open soon: others are claimed beside them. */
  #slow = new Set<Lease>();
  #failure: Error | undefined;
  #inFlight = 0;
  #unsettled: UnsettledAttempt[] = [];
  #settlements = new Settlements();
  /** Leases of which a server refused the sender of a mail. */
  #refused: Lease[] = [];
  #shares = new Shares();
  #turns = new AccountTurns();
  #trouble = new RelayBackOff();
  #router: Router;
  #gate = new LimitGate();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #urgentLookedAt = Number.NEGATIVE_INFINITY;
  /** Somebody says that there are new mails. */
  #isTold = false;
  #vain = new VainLook(lookMillis, clock);
  /** Rings when an attempt ended, a lease is open, or there may be new mails. */
  #bell = new ActivitySignal();

  /** @param wakeQueue tells that a job was written down: what follows the last mail of a sendout */
  constructor(environment: MailEnvironment, sources: MailSources, wakeQueue: () => void = () => {}) {
    this.#environment = environment;
    this.#sources = { ...sources, mailing: mailingMails(environment) };
    this.#wakeQueue = wakeQueue;
    this.#router = new Router(environment, clock);
  }

  /** There may be new mails. */
  wake(): void {
    this.#isTold = true;
    this.#bell.ring();
  }

  /** Works until nothing is due, or the signal stops it: then no mail goes in flight, and those that are come to their end. */
  async run(db: Db, signal: AbortSignal): Promise<boolean> {
    let worked = false;
    this.#vain.forget();
    for (;;) {
      await this.#settlements.free();
      await this.#throwFailure();
      await this.#renew(db);
      await this.#gather();
      if (!signal.aborted) {
        await this.#router.learn(db);
        await this.#takeWork(db);
      }
      await postponeBlocked(db, this.#gate, this.#leases);
      await postponeHeldBack(db, this.#router, this.#leases);
      const selected = signal.aborted ? new Map<Lease, Routed[]>() : await this.#passLimits(db, this.#select());
      if (this.#unsettled.length === 0 && selected.size === 0) {
        await this.#giveBack(db, signal.aborted);
        if (this.#leases.length === 0) {
          if (!signal.aborted) await this.#router.report(db);
          return worked;
        }
        const millis = this.#isTold ? toldMillis : lookMillis;
        await this.#bell.wait(Math.min(millis, this.#trouble.waitMillis(clock()) || millis));
        continue;
      }
      worked = true;
      this.#startSettlement(db, selected);
      await this.#giveBack(db, signal.aborted);
    }
  }

  async #renew(db: Db): Promise<void> {
    if (clock() < this.#renewedAt + renewalMillis) return;
    this.#renewedAt = clock();
    if (this.#leases.length === 0) return;
    const kept = await renewBatches(db, this.#owner);
    for (const lease of this.#leases) if (!kept.has(lease.batch.id)) lease.waiting = [];
  }

  /**
   * Claims batches until there are enough recipients for all connections; of a sendout one at a time. What is claimed at a
   * time is for the free connections: batches of triggers may have a single recipient, who need not wait for others to be
   * claimed. Mails that overtake sendouts are looked for even if there are enough.
   */
  async #takeWork(db: Db): Promise<void> {
    const isTold = this.#isTold;
    this.#isTold = false;
    if (isTold) this.#vain.forget();
    const { connections } = this.#router;
    const enough = this.#waitingCount() + Math.max(1, this.#freeConnections);
    while (this.#waitingCount() < Math.min(2 * connections, enough)) {
      if (!(await this.#takeBatch(db, false))) return;
    }
    const isEarly = clock() < this.#urgentLookedAt + (isTold ? toldMillis : urgentMillis);
    if (isEarly) {
      this.#isTold ||= isTold;
      return;
    }
    this.#urgentLookedAt = clock();
    while (this.#waitingCount((lease) => !isCampaign(lease)) < connections) {
      if (!(await this.#takeBatch(db, true))) return;
    }
  }

  async #takeBatch(db: Db, onlyUrgent: boolean): Promise<boolean> {
    const sendoutIds = this.#leases
      .filter((lease) => isCampaign(lease) && lease.waiting.length > 0)
      .map(({ mailing }) => mailing.id);
    const heldIds = this.#leases.map(({ batch }) => batch.id);
    const choice = { sendoutIds, heldIds };
    if (!onlyUrgent && this.#vain.isRepeatedBy(choice)) return false;
    const wanted = { ...choice, onlyUrgent, served: this.#turns.served };
    const lease = await takeLease(db, (batch) => this.#sourceOf(batch), this.#owner, wanted);
    if (lease === undefined && !onlyUrgent) this.#vain.note(choice);
    if (lease === undefined) return false;
    this.#turns.note(lease.account.id);
    this.#leases.push(lease);
    void this.#open(db, lease);
    await this.#gate.learn(db, lease.account.id);
    return true;
  }

  /** Beside other work, because the contents of one mailing may take long to compile. */
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

  /** Throws what failed beside the loop, when nothing goes on beside it. */
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
    const pausing = this.#trouble.waitMillis(clock()) > 0;
    const { connections } = this.#router;
    const finished = (lease: Lease) => this.#unsettled.filter((attempt) => attempt.lease === lease).length;
    const ready = countReady(this.#leases, finished, pausing);
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
    for (const id of this.#shares.deal(candidates, this.#freeConnections, connections)) {
      const lease = this.#leases[id]!;
      const next = selection.take(lease);
      if (next === undefined) continue;
      selected.set(lease, [...(selected.get(lease) ?? []), next]);
    }
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
    const starting = [...selected.values()].flat();
    for (const { lease } of ended) {
      lease.underWay--;
      lease.unsettled++;
    }
    for (const [lease, routed] of selected) for (const recipient of routed) this.#count(lease, recipient, 1);
    const work = settleRound(db, ended, selected)
      .then(
        (started) => {
          for (const [lease, rows] of started) this.#startAttempts(db, lease, rows, selected.get(lease)!);
          this.#refused.push(...leasesWithRefusedSender(ended));
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
    this.#settlements.add(work, { settled: ended.length, started: starting.length });
  }

  #count(lease: Lease, { route }: Routed, mails: 1 | -1): void {
    lease.underWay += mails;
    route.inFlight += mails;
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

  /** Makes one mail and hands it over. What fails in our own code is told as a refusal, so that it never stops the others. */
  async #attempt(db: Db, lease: Lease, row: StartedAttempt, recipient: Routed): Promise<void> {
    this.#inFlight++;
    const { id, attempt } = row;
    const { contact_id: contactId } = recipient;
    const key = { mailingId: lease.mailing.id, contactId, recipientId: id };
    const messageId = messageIdOf(lease.account, key);
    const outcome = await wantedMail(db, lease, row, recipient, this.#environment.bounceDomain)
      .then((wanted) => this.#send(db, lease, wanted, row, recipient))
      .catch((error: Error) => {
        return outcomeFor(lease, row, recipient, { concerns: 'mail', permanent: false, message: error.message });
      });
    const endedAt = lease.now();
    this.#unsettled.push({ id, mailingId: lease.mailing.id, contactId, attempt, outcome, lease, messageId, endedAt });
    this.#inFlight--;
    recipient.route.inFlight--;
    this.#bell.ring();
  }

  async #send(db: Db, lease: Lease, wanted: WantedMail, row: StartedAttempt, recipient: Routed): Promise<Outcome> {
    const mail = await lease.makeMail!(wanted);
    if ('skip' in mail) return { state: 'skipped', reason: mail.skip };
    let taken: MailReceipt | undefined;
    const hand = (transport: MailTransport) =>
      transport.send(mail, (server, { code, text }) => {
        taken = { code, reason: `${server}: ${text}` };
      });
    const refusal = await this.#router.send(db, recipient.route, routingOf(lease, recipient), hand);
    if (refusal?.concerns === 'server') this.#trouble.failed(refusal.message, clock(), refusal.hopeless);
    else this.#trouble.succeeded();
    const outcome = outcomeFor(lease, row, recipient, refusal);
    return outcome.state === 'sent' && isTransactional(lease) ? { ...outcome, ...taken } : outcome;
  }

  /** Stops sendouts when the server has taken nothing for too long, or not the sender; a person finds out why. */
  async #pauseHopeless(db: Db): Promise<void> {
    for (const lease of this.#refused.splice(0)) await pauseIfSenderRefused(db, lease.account.id, lease.mailing.id);
    const reason = this.#trouble.exhausted();
    if (reason === undefined) return;
    const mailings = new Map(
      this.#leases.filter(isCampaign).map(({ mailing }) => [`${mailing.account_id} ${mailing.id}`, mailing]),
    );
    for (const mailing of mailings.values())
      await moveMailing(db, { ...mailing, state: 'sending' }, 'pause', 'dispatcher', reason);
  }

  /** Gives back the batches of which nobody waits or is in flight; all that are not in flight when stopped. */
  async #giveBack(db: Db, stopped: boolean): Promise<void> {
    const over = this.#leases.filter((lease) => !isBusy(lease) && (stopped || lease.waiting.length === 0));
    await this.#pauseHopeless(db);
    for (const lease of over) {
      let afterEnd = () => {};
      await db.transaction().execute(async (transaction) => {
        if (await endLease(transaction, lease)) afterEnd = await this.#concludeBatch(transaction, lease);
      });
      afterEnd();
      this.#leases = this.#leases.filter((other) => other !== lease);
    }
  }

  /** Returns what is to be done after the commit. */
  async #concludeBatch(db: Db, lease: Lease): Promise<() => void> {
    if (!isCampaign(lease)) return (await lease.source.end?.(db, lease)) ?? (() => {});
    await advanceLater(db, lease.mailing);
    return this.#wakeQueue;
  }

  get #freeConnections(): number {
    return this.#router.connections - this.#inFlight - this.#settlements.connections;
  }

  /** Waits until half of the connections can be given new mails, unless that takes too long. */
  async #gather(): Promise<void> {
    const until = performance.now() + gatherMillis;
    while (this.#unsettled.length > 0 && this.#freeConnections < this.#router.connections / 2) {
      const rest = until - performance.now();
      if (rest <= 0) return;
      await this.#bell.wait(rest);
    }
  }
}
