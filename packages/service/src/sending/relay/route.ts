import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import { withoutAddresses } from '../../platform/log/operator-log.ts';
import type { MailRefusal, MailTransport } from '../mail/transport.ts';
import { type Pace, rateOf } from '../receivers/pace.ts';
import { isDeferral } from '../receivers/throttling.ts';
import { type PaceNews, ReceiverWatch, withdrawn } from '../receivers/watch.ts';
import { RelayBackOff } from './back-off.ts';
import { RelayHealth } from './health.ts';
import { MailMillis } from './reserve.ts';
import type { RelayNews, RelayRow } from './store.ts';

/** Maximum number of receivers whose accepted mails a process counts. */
const maxWatched = 10_000;

/** Something that holds mails back for a time: the limits of a relay, its back-off, or the pace of a receiver. */
export interface RouteHold {
  /** End of the hold, by the clock of the database. */
  heldBackUntil: Date | undefined;
  /** Due time of the last postponed mail. */
  queuedUntil: Date | undefined;
  /** Mails that pass per minute after the hold; `null` if all do. */
  perMinute(now: Date): number | null;
}

/** The pace of a receiver as one process knows it. */
export class KnownPace implements RouteHold {
  heldBackUntil: Date | undefined;
  queuedUntil: Date | undefined;
  #pace: Pace;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  perMinute(now: Date): number {
    return rateOf(this.#pace, now);
  }

  /** Adopts a pace that a process has recorded. */
  update(pace: Pace): void {
    this.#pace = pace;
  }
}

/** A relay as one process uses it. */
export class Route implements RouteHold {
  row: RelayRow;
  transport: MailTransport;
  health = new RelayHealth();
  /** Back-off of the mails that no other relay has taken. */
  backOff = new RelayBackOff();
  /** The back-off as a hold. */
  pause: RouteHold = { heldBackUntil: undefined, queuedUntil: undefined, perMinute: () => null };
  mailMillis = new MailMillis();
  /** Number of mails in flight over the relay. */
  inFlight = 0;
  heldBackUntil: Date | undefined;
  queuedUntil: Date | undefined;
  /** Paces of the receivers that throttle this relay. */
  paces = new Map<string, KnownPace>();
  #watches = new BoundedMap<string, ReceiverWatch>(maxWatched);
  #requests = new Map<string, PaceNews>();
  #mails = 0;
  #failures = 0;
  #deferrals = 0;
  #healthChanged = false;

  constructor(row: RelayRow, transport: MailTransport) {
    this.row = row;
    this.transport = transport;
  }

  get weight(): number {
    return this.row.weight;
  }

  get isLimited(): boolean {
    const { per_minute, per_day, warm_up } = this.row;
    return per_minute !== null || per_day !== null || warm_up !== null;
  }

  perMinute(): number | null {
    return this.row.per_minute;
  }

  /**
   * Reports whether mails may go over the relay if a connection is free. A single mail tries a relay after its back-off.
   * @param selected mails that are about to go over the relay
   */
  isUsable(now: number, selected: number): boolean {
    const state = this.health.state(now);
    return state === 'up' || (state === 'trying' && this.inFlight + selected === 0);
  }

  /** Reports whether a connection is free, for bulk mails without the reserved ones. */
  isFree(selected: number, isBulk: boolean): boolean {
    return this.inFlight + selected < (isBulk ? this.bulkConnections : this.transport.connections);
  }

  /** Number of connections that sendouts may use. */
  get bulkConnections(): number {
    return this.mailMillis.bulkConnections(this.transport.connections);
  }

  /** Sends a mail and counts the outcome for the health of the relay and the pace of the receiver. */
  async send(
    receiver: string,
    hand: (transport: MailTransport) => Promise<MailRefusal | undefined>,
    clock: () => number,
    deferrals: number,
  ): Promise<MailRefusal | undefined> {
    const attempt = this.health.begin();
    const began = clock();
    const refusal = await hand(this.transport);
    if (refusal?.concerns !== 'server') this.mailMillis.note(clock() - began);
    this.#watch(receiver, refusal, clock(), deferrals);
    if (refusal?.concerns === 'server') {
      this.#failures++;
      const reason = withoutAddresses(refusal.message);
      if (this.health.failed(attempt, reason, clock(), refusal.hopeless)) this.#healthChanged = true;
    } else {
      if (refusal === undefined) this.#mails++;
      // What another process has said of it before may be out of date.
      if (this.health.succeeded(attempt) || this.row.down_since !== null) this.#healthChanged = true;
    }
    return refusal;
  }

  #watch(receiver: string, refusal: MailRefusal | undefined, now: number, deferrals: number): void {
    const watch = this.#watches.get(receiver) ?? new ReceiverWatch();
    this.#watches.set(receiver, watch);
    if (refusal !== undefined && isDeferral(refusal)) this.#deferrals++;
    const request = watch.note(refusal, now, deferrals);
    if (request === withdrawn) this.#requests.set(receiver, request);
    else if (request) this.#requests.set(receiver, { ...request, reason: withoutAddresses(request.reason) });
  }

  /** Reports whether a change of health or a throttling receiver is yet to be recorded. */
  get hasUrgentNews(): boolean {
    return this.#healthChanged || this.#requests.size > 0;
  }

  /** Returns the receivers that have throttled since the last call. */
  takeRequests(): ReadonlyMap<string, PaceNews> {
    const requests = this.#requests;
    this.#requests = new Map();
    return requests;
  }

  /** Returns the counts since the last call, or `undefined` if there are none. */
  takeNews(now: number): RelayNews | undefined {
    if (!this.#healthChanged && this.#mails + this.#failures + this.#deferrals === 0) return undefined;
    const { reason } = this.health;
    const state = reason === undefined ? null : { millis: this.health.pauseMillis(now), reason };
    const down = this.#healthChanged ? state : undefined;
    const news = { mails: this.#mails, failures: this.#failures, deferrals: this.#deferrals, down };
    this.row = { ...this.row, down_since: this.#healthChanged ? null : this.row.down_since };
    [this.#mails, this.#failures, this.#deferrals, this.#healthChanged] = [0, 0, 0, false];
    return news;
  }
}
