const firstPauseMillis = 1000;
const longestPauseMillis = 300_000;

export type HealthState = 'up' | 'down' | 'trying';

/**
 * Whether a relay takes mails, as one process has seen it. A relay that fails is left for a pause, which doubles with each
 * further failure; then one mail tries it (`trying`), and decides.
 */
export class RelayHealth {
  #failures = 0;
  #until = 0;
  #epoch = 0;
  /** Reason of the last failure; `undefined` if the relay is up. */
  reason: string | undefined;

  state(now: number): HealthState {
    if (this.#failures === 0) return 'up';
    return now < this.#until ? 'down' : 'trying';
  }

  /** Milliseconds until the end of the back-off. */
  pauseMillis(now: number): number {
    return Math.max(0, this.#until - now);
  }

  /** Begins an attempt. Its result counts only if no other one has failed since then. */
  begin(): number {
    return this.#epoch;
  }

  /** Records a success. Reports whether the relay was down before. */
  succeeded(attempt: number): boolean {
    if (attempt !== this.#epoch || this.#failures === 0) return false;
    this.#failures = 0;
    this.reason = undefined;
    return true;
  }

  /**
   * Records a failure. Reports whether it changes the state of the relay.
   * @param hopeless true if a person must change a setting first
   */
  failed(attempt: number, reason: string, now: number, hopeless = false): boolean {
    if (attempt !== this.#epoch) return false;
    this.#epoch++;
    this.reason = reason;
    const pause = hopeless ? longestPauseMillis : firstPauseMillis * 2 ** Math.min(this.#failures, 10);
    this.#failures++;
    this.#until = now + Math.min(pause, longestPauseMillis);
    return true;
  }
}
