/** So many failures of connections in a row stop a sendout. */
const maxFailures = 20;
const firstPauseMillis = 500;
const longestPauseMillis = 60_000;

/** A sendout whose mails a relay does not accept. */
export interface HinderedSendout {
  accountId: number;
  mailingId: number;
}

/**
 * Back-off of a relay that accepts no mails at all, for the mails that no other relay takes. Counts the failures of each
 * sendout, because one whose other mails go over other relays must not be stopped.
 */
export class RelayBackOff {
  #failures = 0;
  #until = 0;
  #reason = '';
  #sendouts = new Map<number, HinderedSendout & { failures: number }>();

  /** Milliseconds for which nothing is to be sent. */
  waitMillis(now: number): number {
    return Math.max(0, this.#until - now);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
    this.#sendouts.clear();
  }

  /** Records that a mail of a sendout was accepted by another relay. */
  passed({ mailingId }: HinderedSendout): void {
    this.#sendouts.delete(mailingId);
  }

  /**
   * @param hopeless no further attempt is needed to know that it will fail
   * @param sendout the sendout of the mail; `undefined` for other mails
   */
  failed(reason: string, now: number, hopeless = false, sendout?: HinderedSendout): void {
    this.#failures = hopeless ? maxFailures : this.#failures + 1;
    this.#reason = reason;
    if (sendout) {
      const failures = hopeless ? maxFailures : (this.#sendouts.get(sendout.mailingId)?.failures ?? 0) + 1;
      this.#sendouts.set(sendout.mailingId, { ...sendout, failures });
    }
    const doubled = firstPauseMillis * 2 ** Math.min(this.#failures - 1, 10);
    this.#until = Math.max(this.#until, now + Math.min(doubled, longestPauseMillis));
  }

  /**
   * Returns the sendouts to stop after too many failures, with the reply of the server, and begins to count again. Other
   * mails keep the pause, because no person resumes them.
   */
  exhausted(): { reason: string; sendouts: HinderedSendout[] } | undefined {
    const exhausted = [...this.#sendouts.values()].filter(({ failures }) => failures >= maxFailures);
    if (exhausted.length === 0) return undefined;
    this.succeeded();
    return {
      reason: this.#reason,
      sendouts: exhausted.map(({ accountId, mailingId }) => ({ accountId, mailingId })),
    };
  }
}
