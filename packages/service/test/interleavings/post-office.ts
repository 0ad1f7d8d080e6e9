import type { MailRefusal, MailTransport } from '../../src/sending/mail/transport.ts';
import { weighted } from '../life/dice.ts';
import type { Random } from '../support/random.ts';
import type { Stage } from './stage.ts';

/** A mail that a worker has handed over. */
export interface HandedMail {
  contactId: number;
  worker: string;
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
  /** Contacts whose mails are made, or on their way. */
  readonly underWay = new Map<number, number>();
  #stage: Stage;
  #random: Random;

  constructor(stage: Stage, random: Random) {
    this.#stage = stage;
    this.#random = random;
  }

  /** The way of a worker to the mail servers. */
  transportOf(worker: string, connections: number): MailTransport {
    return {
      connections,
      close: async () => {},
      send: ({ contactId }) =>
        this.#stage.step(worker, `hands over the mail to ${contactId}`, async () => {
          const answer = weighted(this.#random, weights);
          this.mails.push({ contactId, worker, at: this.#stage.history.length, answer });
          return answer === 'taken' ? undefined : refusals[answer];
        }),
    };
  }
}
