/** So many failures of connections in a row stop the sendouts. */
const maxFailures = 20;
const firstPauseMillis = 500;
const longestPauseMillis = 60_000;

/** Back-off of all sending while the mail server accepts no mails at all. */
export class RelayBackOff {
  #failures = 0;
  #until = 0;
  #reason = '';

  /** Milliseconds for which nothing is to be sent. */
  waitMillis(now: number): number {
    return Math.max(0, this.#until - now);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** @param hopeless no further attempt is needed to know that it will fail */
  failed(reason: string, now: number, hopeless = false): void {
    this.#failures = hopeless ? maxFailures : this.#failures + 1;
    this.#reason = reason;
    const doubled = firstPauseMillis * 2 ** Math.min(this.#failures - 1, 10);
    this.#until = Math.max(this.#until, now + Math.min(doubled, longestPauseMillis));
  }

  /** The server's words when there have been too many failures; then they are counted from the beginning. */
  exhausted(): string | undefined {
    if (this.#failures < maxFailures) return undefined;
    this.succeeded();
    return this.#reason;
  }
}
