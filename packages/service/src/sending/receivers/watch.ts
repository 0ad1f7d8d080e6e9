import type { MailRefusal } from '../mail/transport.ts';
import { isDeferral, isThrottlingReply } from './throttling.ts';

/** Number of last attempts whose share of deferrals is measured, and its maximum. */
const lastAttempts = 50;
const deferralShare = 0.2;
const slotMillis = 10_000;
const slots = 6;

/** A receiver that throttles. */
export interface SlowDownRequest {
  /** Mails that the receiver accepted in the last minute. */
  accepted: number;
  /** Text of the reply. */
  reason: string;
}

/** Counts of one process for a receiver over one relay. */
export class ReceiverWatch {
  /** Accepted mails by the number of the slot, each of ten seconds. */
  #taken = new Map<number, number>();
  #attempts: boolean[] = [];

  /**
   * Counts an attempt. Returns a request to slow down if the reply throttles, or if the receiver defers a fifth of the mails.
   * @param now monotonic, in milliseconds
   */
  note(refusal: MailRefusal | undefined, now: number): SlowDownRequest | undefined {
    if (refusal === undefined) this.#countTaken(now);
    else if (isThrottlingReply(refusal)) return this.#request(refusal, now);
    if (refusal !== undefined && refusal.concerns !== 'mail') return undefined;
    const isDeferred = refusal !== undefined && isDeferral(refusal);
    this.#attempts.push(isDeferred);
    if (this.#attempts.length > lastAttempts) this.#attempts.shift();
    const deferred = this.#attempts.filter(Boolean).length;
    return isDeferred && deferred >= lastAttempts * deferralShare ? this.#request(refusal, now) : undefined;
  }

  #countTaken(now: number): void {
    const slot = Math.floor(now / slotMillis);
    this.#taken.set(slot, (this.#taken.get(slot) ?? 0) + 1);
    for (const former of this.#taken.keys()) if (former <= slot - slots) this.#taken.delete(former);
  }

  #request({ message }: MailRefusal, now: number): SlowDownRequest {
    const from = Math.floor(now / slotMillis) - slots;
    const accepted = Array.from(this.#taken, ([slot, mails]) => (slot > from ? mails : 0));
    this.#attempts = [];
    return { accepted: accepted.reduce((sum, mails) => sum + mails, 0), reason: message };
  }
}
