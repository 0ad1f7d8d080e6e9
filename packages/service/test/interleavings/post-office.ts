import type { MailRefusal, MailTransport } from '../../src/sending/mail/transport.ts';
import { pick, weighted } from '../life/dice.ts';
import type { Random } from '../support/random.ts';
import type { Stage } from './stage.ts';

/** A mail that a worker has handed over. */
export interface HandedMail {
  contactId: number;
  worker: string;
  /** Which one of the mail it is, by the row that was put in flight. */
  attempt: number;
  /** Number of steps before it. */
  at: number;
  answer: Answer;
}

/** A worker has claimed a batch. */
export interface ClaimedBatch {
  worker: string;
  contactIds: readonly number[];
  /** Number of steps before the claim was known. */
  at: number;
}

/** A worker has put a mail in flight. */
export interface StartedMail {
  worker: string;
  contactId: number;
  /** Number of steps before its statement began, which may have waited for a lock. */
  began: number;
}

/** Names the way from a worker to a contact. */
export const nameOfWay = ({ worker, contactId }: Pick<HandedMail, 'worker' | 'contactId'>) => `${worker} ${contactId}`;

type Answer = 'taken' | 'refused' | 'deferred' | 'unknown';

/** Servers that take most mails, and servers of which two answers to the same mail often differ. */
const moods: Record<Answer, number>[] = [
  { taken: 80, refused: 8, deferred: 7, unknown: 5 },
  { taken: 50, refused: 35, deferred: 10, unknown: 5 },
];
const refusals: Record<Exclude<Answer, 'taken'>, MailRefusal> = {
  refused: { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 nobody' },
  deferred: { concerns: 'mail', permanent: false, code: 451, message: '451 4.3.0 later' },
  unknown: { concerns: 'server', permanent: false, uncertain: true, message: 'The connection was lost.' },
};

/** Columns of rows that tell of claims and starts. */
interface WorkerRow {
  contact_id?: unknown;
  state?: unknown;
  attempt?: unknown;
  contact_ids?: unknown;
  claimed_at?: unknown;
}

/** Mail servers: they take mails, and tell of some that they do not, or nothing. */
export class PostOffice {
  readonly mails: HandedMail[] = [];
  readonly claims: ClaimedBatch[] = [];
  readonly starts: StartedMail[] = [];
  /** Attempts of which no mail was handed over yet, by their ways. */
  #started = new Map<string, { contactId: number; attempt: number }>();
  /** Mails after which workers are stopped. */
  #stops = new Map<string, number>();
  #stage: Stage;
  #random: Random;
  #weights: Record<Answer, number>;

  constructor(stage: Stage, random: Random) {
    this.#stage = stage;
    this.#random = random;
    this.#weights = pick(random, moods);
  }

  /** Notes which batches a worker has claimed and which attempts it has started, by the rows that a statement returned to it. */
  note(worker: string, rows: readonly WorkerRow[], began: number): void {
    for (const { contact_id, state, attempt, contact_ids, claimed_at } of rows) {
      if (claimed_at !== undefined)
        this.claims.push({
          worker,
          contactIds: (contact_ids as unknown[]).map(Number),
          at: this.#stage.history.length,
        });
      if (state !== 'in_flight' || attempt === undefined) continue;
      const contactId = Number(contact_id);
      this.#started.set(nameOfWay({ worker, contactId }), { contactId, attempt: Number(attempt) });
      this.starts.push({ worker, contactId, began });
    }
  }

  /** Number of mails that a worker has put in flight. */
  startsOf(worker: string): number {
    return this.starts.filter((start) => start.worker === worker).length;
  }

  /** Stops a worker when it has handed over so many mails, before it can settle the last one. */
  stopAfter(worker: string, mails: number): void {
    this.#stops.set(worker, mails);
  }

  /** Whether a worker has put the mail to a contact in flight and not handed it over yet. */
  isUnderWay(worker: string, contactId: number): boolean {
    return this.#started.has(nameOfWay({ worker, contactId }));
  }

  /** Ways of mails that may be handed over whatever happens now. */
  get underWay(): Set<string> {
    return new Set(this.#started.keys());
  }

  /** The way of a worker to the mail servers. */
  transportOf(worker: string, connections: number): MailTransport {
    return {
      connections,
      close: async () => {},
      send: ({ contactId }) => {
        const key = nameOfWay({ worker, contactId });
        const { attempt } = this.#started.get(key)!;
        return this.#stage.step(worker, `hands over the mail to ${contactId}`, async () => {
          this.#started.delete(key);
          const answer = weighted(this.#random, this.#weights);
          this.mails.push({ contactId, worker, attempt, at: this.#stage.history.length, answer });
          const handed = this.mails.filter((mail) => mail.worker === worker).length;
          if (handed === this.#stops.get(worker)) this.#stage.freeze(worker);
          return answer === 'taken' ? undefined : refusals[answer];
        });
      },
    };
  }
}
