import type { Db } from '../../platform/database/schema.ts';
import { AccountTurns } from '../../platform/turns/account-turns.ts';
import type { BatchChoice } from './batches.ts';
import type { Lease } from './lease.ts';
import { isCampaign } from './purpose-rules.ts';
import { VainLook } from './vain-look.ts';

/** Maximum time between two polls of the database, in milliseconds. */
export const lookMillis = 500;
/** Time between two polls for mails that overtake sendouts while there is enough to send, in milliseconds. */
const urgentMillis = 200;
/** The same after `tell`; each poll costs a statement. */
export const toldMillis = 10;

/** The engine that batches are claimed for. */
interface Claimant {
  leases(): readonly Lease[];
  /** Recipients who wait in the leases that count. */
  waitingCount(counts?: (lease: Lease) => boolean): number;
  connections(): number;
  freeConnections(): number;
  take(db: Db, choice: BatchChoice): Promise<Lease | undefined>;
  add(db: Db, lease: Lease): Promise<void>;
  /** Is called after statements that have polled for batches. */
  over(failure: Error | undefined): void;
}

/** Claims batches beside the loop of the engine, so that finished attempts are settled meanwhile. */
export class Claims {
  #claimant: Claimant;
  #clock: () => number;
  #turns = new AccountTurns();
  #vain: VainLook;
  #urgentLookedAt = Number.NEGATIVE_INFINITY;
  #isTold = false;
  #looks = 0;
  #underWay: Promise<void> | undefined;

  /** @param clock monotonic, in milliseconds */
  constructor(claimant: Claimant, clock: () => number) {
    this.#claimant = claimant;
    this.#clock = clock;
    this.#vain = new VainLook(lookMillis, clock);
  }

  /** Notes that there are new mails. */
  tell(): void {
    this.#isTold = true;
  }

  /** Reports whether new mails were told of since the last poll. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Forgets the poll that found nothing, so that the next one is made. */
  forget(): void {
    this.#vain.forget();
  }

  /** Resolves when the claims under way have ended; `undefined` if there are none. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  /** Starts to claim the batches that are wanted, unless claims are under way. */
  start(db: Db): void {
    if (this.#underWay) return;
    const looks = this.#looks;
    const end = (failure?: Error) => {
      this.#underWay = undefined;
      if (failure || this.#looks > looks) this.#claimant.over(failure);
    };
    this.#underWay = this.#claim(db).then(() => end(), end);
  }

  /**
   * Claims batches until there are enough recipients for all connections; of a sendout one at a time, the next one before the last
   * one is used up. What is claimed at a time is for the free connections: batches of triggers may have a single recipient, who
   * need not wait for others to be claimed. Mails that overtake sendouts are looked for even if there are enough.
   */
  async #claim(db: Db): Promise<void> {
    const isTold = this.#isTold;
    this.#isTold = false;
    if (isTold) this.#vain.forget();
    const { waitingCount, freeConnections, connections } = this.#claimant;
    const enough = waitingCount() + Math.max(1, freeConnections());
    while (waitingCount() < Math.min(this.#stock, enough)) {
      if (!(await this.#claimBatch(db, false))) return;
    }
    const isEarly = this.#clock() < this.#urgentLookedAt + (isTold ? toldMillis : urgentMillis);
    if (isEarly) {
      this.#isTold ||= isTold;
      return;
    }
    this.#urgentLookedAt = this.#clock();
    while (waitingCount((lease) => !isCampaign(lease)) < connections()) {
      if (!(await this.#claimBatch(db, true))) return;
    }
  }

  async #claimBatch(db: Db, onlyUrgent: boolean): Promise<boolean> {
    const leases = this.#claimant.leases();
    const sendoutIds = leases
      .filter((lease) => isCampaign(lease) && lease.waiting.length >= this.#stock)
      .map(({ mailing }) => mailing.id);
    const heldIds = leases.flatMap(({ batches }) => batches.map(({ id }) => id));
    // What the process no longer holds has ended, so that a vain look would be as vain again.
    const choice = { sendoutIds };
    if (!onlyUrgent && this.#vain.isRepeatedBy(choice)) return false;
    this.#looks++;
    const lease = await this.#claimant.take(db, { ...choice, heldIds, onlyUrgent, served: this.#turns.served });
    if (lease === undefined && !onlyUrgent) this.#vain.note(choice);
    if (lease === undefined) return false;
    this.#turns.note(lease.account.id);
    await this.#claimant.add(db, lease);
    return true;
  }

  /** Number of claimed recipients that lasts until others are claimed. */
  get #stock(): number {
    return 2 * this.#claimant.connections();
  }
}
