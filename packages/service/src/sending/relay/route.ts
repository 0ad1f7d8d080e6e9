import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import { withoutAddresses } from '../../platform/log/operator-log.ts';
import type { MailRefusal, MailTransport } from '../mail/transport.ts';
import { type Pace, rateOf } from '../receivers/pace.ts';
import { isDeferral } from '../receivers/throttling.ts';
import { ReceiverWatch, type SlowDownRequest } from '../receivers/watch.ts';
import { RelayHealth } from './health.ts';
import type { RelayNews, RelayRow } from './store.ts';

/** The part of the connections that sendouts leave to mails that somebody waits for. */
const reserved = 0.2;

/** Receivers of which a process counts what they take. */
const maxWatched = 10_000;

/** Something that holds mails back for a time: the limits of a relay, or the pace of a receiver. */
export interface RouteHold {
  /** The time until which it lets no mail through, by the clock of the database. */
  heldBackUntil: Date | undefined;
  /** When the last of the mails is due that were put off. */
  queuedUntil: Date | undefined;
  /** Mails that it lets through per minute; `null` if all go when it is over. */
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

  /** Takes over what another process, or this one, has written down. */
  update(pace: Pace): void {
    this.#pace = pace;
  }
}

/** A relay as one process uses it. */
export class Route implements RouteHold {
  row: RelayRow;
  transport: MailTransport;
  health = new RelayHealth();
  /** Mails that go over it now. */
  inFlight = 0;
  heldBackUntil: Date | undefined;
  queuedUntil: Date | undefined;
  /** Receivers that have asked for fewer mails over it. */
  paces = new Map<string, KnownPace>();
  #watches = new BoundedMap<string, ReceiverWatch>(maxWatched);
  #requests = new Map<string, SlowDownRequest>();
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
   * Whether mails may go over it, if there is a free connection: one alone tries a relay that was left.
   * @param selected mails that are about to go over it
   */
  isUsable(now: number, selected: number): boolean {
    const state = this.health.state(now);
    return state === 'up' || (state === 'trying' && this.inFlight + selected === 0);
  }

  /** Whether it has a free connection, of those for sendouts or of all. */
  isFree(selected: number, isBulk: boolean): boolean {
    const { connections } = this.transport;
    const most = isBulk ? Math.max(1, Math.floor(connections * (1 - reserved))) : connections;
    return this.inFlight + selected < most;
  }

  /** Hands a mail over, and notes what that tells about the relay and the receiver. */
  async send(
    receiver: string,
    hand: (transport: MailTransport) => Promise<MailRefusal | undefined>,
    clock: () => number,
  ): Promise<MailRefusal | undefined> {
    const attempt = this.health.begin();
    const refusal = await hand(this.transport);
    this.#watch(receiver, refusal, clock());
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

  #watch(receiver: string, refusal: MailRefusal | undefined, now: number): void {
    const watch = this.#watches.get(receiver) ?? new ReceiverWatch();
    this.#watches.set(receiver, watch);
    if (refusal !== undefined && isDeferral(refusal)) this.#deferrals++;
    const request = watch.note(refusal, now);
    if (request) this.#requests.set(receiver, { ...request, reason: withoutAddresses(request.reason) });
  }

  /** Whether its health has changed, or receivers have asked for fewer mails, since that was last recorded. */
  get hasUrgentNews(): boolean {
    return this.#healthChanged || this.#requests.size > 0;
  }

  /** Returns the receivers that have asked for fewer mails since it was last asked. */
  takeRequests(): ReadonlyMap<string, SlowDownRequest> {
    const requests = this.#requests;
    this.#requests = new Map();
    return requests;
  }

  /** Returns what is new since it was last asked; `undefined` if nothing is. */
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
