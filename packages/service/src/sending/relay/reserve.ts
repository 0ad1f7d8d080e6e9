/** Share of a relay's connections that sendouts leave to mails for which a person waits. */
const reserved = 0.2;
/** The same at a quick relay: of twenty connections another one is free after ten milliseconds, on average. */
const reservedAtQuick = 0.05;
const quickMillis = 200;

/** Weight of the last mail in what is known of those before. */
const weight = 0.05;

/** How long a relay takes for a mail, as the last ones tell. */
export class MailMillis {
  #mean: number | undefined;
  #least: number | undefined;

  note(millis: number): void {
    this.#mean = follow(this.#mean, millis);
    this.#least = Math.min(millis, follow(this.#least, millis));
  }

  /** What the quickest of the last mails took: a busy processor makes others slower, too. Undefined before the first mail. */
  get least(): number | undefined {
    return this.#least;
  }

  /** Returns how many of a relay's connections sendouts may use. */
  bulkConnections(connections: number): number {
    const share = this.#mean !== undefined && this.#mean < quickMillis ? reservedAtQuick : reserved;
    return Math.max(1, Math.floor(connections * (1 - share)));
  }
}

const follow = (known: number | undefined, millis: number) =>
  known === undefined ? millis : known + weight * (millis - known);
