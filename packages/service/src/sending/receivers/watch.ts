import type { MailRefusal } from '../mail/transport.ts';
import { isDeferral, isThrottlingReply } from './throttling.ts';

/** Number of last attempts whose share of deferrals is measured, and its maximum. */
const lastAttempts = 50;
const deferralShare = 0.2;
/** So many attempts tell something; fewer may be chance. */
const fewAttempts = 5;
const someAttempts = 20;
/** Of the attempts behind a pause that is long enough, nearly all succeed. */
const greylistingShare = 0.1;
/** Attempts from this one on are counted together; the pauses before it are as long as greylisting ever asks. */
const lastLevel = 3;
const slotMillis = 10_000;
const slots = 6;

/** A receiver that throttles. */
export interface SlowDownRequest {
  /** Mails that the receiver accepted in the last minute. */
  accepted: number;
  /** Text of the reply. */
  reason: string;
}

/** What seemed to be throttling was greylisting: mails need not go slower. */
export const withdrawn = 'withdrawn';

export type PaceNews = SlowDownRequest | typeof withdrawn;

/** The last attempts of a kind: which were deferred. */
class Attempts {
  #deferred: boolean[] = [];

  note(isDeferred: boolean): void {
    this.#deferred.push(isDeferred);
    if (this.#deferred.length > lastAttempts) this.#deferred.shift();
  }

  get count(): number {
    return this.#deferred.length;
  }

  get deferred(): number {
    return this.#deferred.filter(Boolean).length;
  }
}

/**
 * Counts of one process for a receiver over one relay. Whether the number of mails is why a receiver defers some is told by what
 * happens, whatever its words are: one that takes nearly each mail behind a pause (greylisting, RFC 6647) does not want fewer.
 */
export class ReceiverWatch {
  /** Accepted mails by the number of the slot, each of ten seconds. */
  #taken = new Map<number, number>();
  /** Attempts by how often the mail was deferred before. */
  #levels = Array.from({ length: lastLevel + 1 }, () => new Attempts());
  /** The last request was made because of the share of deferrals, not in words. */
  #isAssumed = false;

  /**
   * Counts an attempt. Returns a request to slow down if the reply throttles, or if the receiver defers a fifth of the mails and
   * does not seem to greylist them; that it is withdrawn once it does.
   * @param now monotonic, in milliseconds
   * @param deferrals how often the receiver has deferred this mail before
   */
  note(refusal: MailRefusal | undefined, now: number, deferrals = 0): PaceNews | undefined {
    if (refusal === undefined) this.#countTaken(now);
    else if (isThrottlingReply(refusal)) {
      this.#levels = this.#levels.map(() => new Attempts());
      this.#isAssumed = false;
      return this.#request(refusal, now);
    }
    if (refusal !== undefined && refusal.concerns !== 'mail') return undefined;
    const level = Math.min(deferrals, lastLevel);
    const attempts = this.#levels[level]!;
    const isDeferred = refusal !== undefined && isDeferral(refusal);
    attempts.note(isDeferred);
    if (!isDeferred) return this.#withdraw();
    if (attempts.deferred < lastAttempts * deferralShare || this.#greylists(level)) return undefined;
    this.#levels[level] = new Attempts();
    this.#isAssumed = true;
    return this.#request(refusal, now);
  }

  /** Some first attempts are deferred although fewer mails go. */
  #withdraw(): typeof withdrawn | undefined {
    const { count, deferred } = this.#levels[0]!;
    if (!this.#isAssumed || count < someAttempts || deferred < count * deferralShare || !this.#greylists(0))
      return undefined;
    this.#isAssumed = false;
    return withdrawn;
  }

  /** Reports whether the mails that are deferred at a level pass at a later one; also while it lets none pass, and nobody knows. */
  #greylists(level: number): boolean {
    for (const [at, { count, deferred }] of this.#levels.entries()) {
      if (at < level || at === lastLevel) continue;
      const passesNone = deferred === count;
      if (at === level) {
        if (passesNone) return true;
      } else if (count < fewAttempts) return false;
      else if (!passesNone) return deferred <= count * greylistingShare;
    }
    const { count, deferred } = this.#levels[lastLevel]!;
    return level < lastLevel && count >= fewAttempts && deferred <= count * greylistingShare;
  }

  #countTaken(now: number): void {
    const slot = Math.floor(now / slotMillis);
    this.#taken.set(slot, (this.#taken.get(slot) ?? 0) + 1);
    for (const former of this.#taken.keys()) if (former <= slot - slots) this.#taken.delete(former);
  }

  #request({ message }: MailRefusal, now: number): SlowDownRequest {
    const from = Math.floor(now / slotMillis) - slots;
    const accepted = Array.from(this.#taken, ([slot, mails]) => (slot > from ? mails : 0));
    return { accepted: accepted.reduce((sum, mails) => sum + mails, 0), reason: message };
  }
}
