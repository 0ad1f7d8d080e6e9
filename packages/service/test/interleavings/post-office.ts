import type { MailRefusal, MailTransport } from '../../src/sending/mail/transport.ts';
import { weighted } from '../life/dice.ts';
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

type Answer = 'taken' | 'refused' | 'deferred' | 'unknown';

const weights: Record<Answer, number> = { taken: 80, refused: 8, deferred: 7, unknown: 5 };
const refusals: Record<Exclude<Answer, 'taken'>, MailRefusal> = {
  refused: { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 nobody' },
  deferred: { concerns: 'mail', permanent: false, code: 451, message: '451 4.3.0 later' },
  unknown: { concerns: 'server', permanent: false, uncertain: true, message: 'The connection was lost.' },
};

/** Mail servers: they take most mails, and tell of some that they do not, or nothing. */
export class PostOffice {
  readonly mails: HandedMail[] = [];
  /** Attempts of which no mail was handed over yet, by worker and contact. */
  #started = new Map<string, { contactId: number; attempt: number }>();
  #starts = new Map<string, number>();
  #stage: Stage;
  #random: Random;

  constructor(stage: Stage, random: Random) {
    this.#stage = stage;
    this.#random = random;
  }

  /** Notes which attempts a worker has started, by the rows that a statement returned to it. */
  note(worker: string, rows: readonly { contact_id?: unknown; state?: unknown; attempt?: unknown }[]): void {
    for (const { contact_id: contactId, state, attempt } of rows)
      if (state === 'in_flight' && attempt !== undefined) {
        this.#started.set(`${worker} ${contactId}`, { contactId: Number(contactId), attempt: Number(attempt) });
        this.#starts.set(worker, this.startsOf(worker) + 1);
      }
  }

  /** Number of mails that a worker has put in flight. */
  startsOf(worker: string): number {
    return this.#starts.get(worker) ?? 0;
  }

  /** Contacts whose mails may be handed over whatever happens now. */
  get underWay(): Set<number> {
    return new Set(Array.from(this.#started.values(), ({ contactId }) => contactId));
  }

  /** The way of a worker to the mail servers. */
  transportOf(worker: string, connections: number): MailTransport {
    return {
      connections,
      close: async () => {},
      send: ({ contactId }) => {
        const key = `${worker} ${contactId}`;
        const { attempt } = this.#started.get(key)!;
        return this.#stage.step(worker, `hands over the mail to ${contactId}`, async () => {
          this.#started.delete(key);
          const answer = weighted(this.#random, weights);
          this.mails.push({ contactId, worker, attempt, at: this.#stage.history.length, answer });
          return answer === 'taken' ? undefined : refusals[answer];
        });
      },
    };
  }
}
