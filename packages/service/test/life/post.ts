import type { MailRefusal, OutgoingMail } from '../../src/sending/mail/transport.ts';
import { randomOf } from '../support/random.ts';

/** A mail that was taken. */
export interface TakenMail extends OutgoingMail {
  /** The number of the recipient. */
  recipientId: number;
  /** Whether it asks for a double opt-in. */
  isOptIn: boolean;
}

/** The world's mailboxes, and whom nothing may be sent to any more. */
export class Post {
  readonly taken: TakenMail[] = [];
  /** What must not have happened. */
  readonly faults: string[] = [];
  /** Contacts to whom no mail of a newsletter or trigger may go from now on, and why. */
  readonly closed = new Map<number, string>();
  /** Mails that were in flight when their contact was closed. */
  readonly tolerated = new Set<number>();
  /** How often a mail may come: once more for each end of a process while it was in flight. */
  readonly uncertain = new Map<number, number>();
  /** Happens while the next mail is on its way. */
  meanwhile: (() => Promise<void>) | undefined;

  /** Called when a mail is on its way. */
  onMail = () => {};

  async receive(mail: OutgoingMail): Promise<MailRefusal | undefined> {
    this.onMail();
    const recipientId = recipientOf(mail.messageId);
    const why = this.closed.get(mail.contactId);
    // Who has unsubscribed may subscribe again, and is asked by mail whether that is so.
    const isOptIn = mail.body.replaceAll('=\r\n', '').includes('/doi/');
    const forbidden = why !== undefined && !(isOptIn && why === 'unsubscribed');
    if (forbidden && !this.tolerated.delete(recipientId))
      this.faults.push(`contact ${mail.contactId}, who is ${why}, got mail ${recipientId}`);
    const act = this.meanwhile;
    this.meanwhile = undefined;
    await act?.();
    const refusal = this.#answer(mail.envelope.to);
    if (refusal === undefined) this.taken.push({ ...mail, recipientId, isOptIn });
    return refusal;
  }

  readonly #tries = new Map<string, number>();
  /** By the local part of the address: mailboxes that are gone, full ones, and those that say "later" now and then. */
  #answer(address: string): MailRefusal | undefined {
    const kind = kindOf(address);
    const tries = (this.#tries.get(address) ?? 0) + 1;
    this.#tries.set(address, tries);
    const roll = randomOf(1009 * tries + Number(/\d+/.exec(address)?.[0]))(100);
    const refusal = (code: number, words: string) =>
      ({ concerns: 'mail', permanent: code >= 500, code, message: `${code} ${words} <${address}>` }) as const;
    if (kind === 'gone') return refusal(550, '5.1.1 no such user');
    if (kind === 'full' && roll < 60) return refusal(452, '4.2.2 mailbox full:');
    if (kind === 'fussy' && roll < 20) return refusal(554, '5.7.1 not wanted by');
    return roll < 4 ? refusal(451, '4.3.0 try again later,') : undefined;
  }
}

/** Of `p0042gone@example.org`: what becomes of mails to it. */
const kindOf = (address: string) => /^p\d+([a-z]+)@/.exec(address)?.[1];
export const kinds = ['fine', 'fine', 'fine', 'fine', 'gone', 'full', 'fussy'] as const;

/** The number in a Message-ID. */
const recipientOf = (messageId: string): number =>
  parseInt(/^<(?:[0-9a-z]+\.){2}([0-9a-z]+)\.[0-9a-f]{20}@/.exec(messageId)![1]!, 36);
