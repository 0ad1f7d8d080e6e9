import { withoutAddresses } from '../../platform/log/operator-log.ts';
import type { MailRefusal, MailTransport } from '../mail/transport.ts';
import { RelayHealth } from './health.ts';
import type { RelayNews, RelayRow } from './store.ts';

/** The part of the connections that sendouts leave to mails that somebody waits for. */
const reserved = 0.2;

/** A relay as one process uses it. */
export class Route {
  row: RelayRow;
  transport: MailTransport;
  health = new RelayHealth();
  /** Mails that go over it now. */
  inFlight = 0;
  /** The time until which its limits let no mail through, by the clock of the database. */
  heldBackUntil: Date | undefined;
  #mails = 0;
  #failures = 0;
  #healthChanged = false;

  constructor(row: RelayRow, transport: MailTransport) {
    this.row = row;
    this.transport = transport;
  }

  get weight(): number {
    return this.row.weight;
  }

  get isLimited(): boolean {
    return this.row.per_minute !== null || this.row.per_day !== null;
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

  /** Hands a mail over, and notes what that tells about the relay. */
  async send(
    hand: (transport: MailTransport) => Promise<MailRefusal | undefined>,
    clock: () => number,
  ): Promise<MailRefusal | undefined> {
    const attempt = this.health.begin();
    const refusal = await hand(this.transport);
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

  /** Whether its health has changed since that was last recorded. */
  get hasNewHealth(): boolean {
    return this.#healthChanged;
  }

  /** Returns what is new since it was last asked; `undefined` if nothing is. */
  takeNews(now: number): RelayNews | undefined {
    if (!this.#healthChanged && this.#mails + this.#failures === 0) return undefined;
    const { reason } = this.health;
    const state = reason === undefined ? null : { millis: this.health.pauseMillis(now), reason };
    const news = { mails: this.#mails, failures: this.#failures, down: this.#healthChanged ? state : undefined };
    this.row = { ...this.row, down_since: this.#healthChanged ? null : this.row.down_since };
    [this.#mails, this.#failures, this.#healthChanged] = [0, 0, false];
    return news;
  }
}
