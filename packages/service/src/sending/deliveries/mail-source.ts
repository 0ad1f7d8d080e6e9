import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Occasion } from '../../tracking/index.ts';
import type { MailTemplates } from '../mail/templates.ts';
import type { OutgoingMail } from '../mail/transport.ts';

/** The occasions of batches that are worked on together: several only of transactional mails. */
export type Occasions = readonly [Occasion, ...Occasion[]];

/** Batches of a mailing whose mails are about to be made. */
export interface MailBatches {
  account: Account;
  mailing: Mailing;
  occasions: Occasions;
  /** Compiled templates that several batches share. */
  templates: MailTemplates;
}

/** A mail that is in flight and about to be made. */
export interface WantedMail {
  recipientId: number;
  contactId: number;
  /** As it is stored. */
  occasion: string;
  /** The contact as it was when the mail went in flight; `undefined` if it was erased or the recipient is no contact. */
  contact: Contact | undefined;
  /** In place of the contact's address. */
  address: string | null;
  /** The same in each attempt. */
  messageId: string;
  /** Return path, if it is not the sender. */
  returnPath: string | undefined;
}

/** The reason why a mail is not sent any more. */
export interface Skip {
  skip: string;
}

/** A mail, or the reason why there is none. */
export type Made = OutgoingMail | Skip;

/** Makes one of the mails. An error that it throws is recorded as a temporary failure. */
export type MakeMail = (mail: WantedMail) => Promise<Made>;

/** Makes the mails of one purpose. */
export interface MailSource {
  /** Reads what the mails share, once. A `Skip` applies to all of them. */
  open(db: Db, batches: MailBatches): Promise<MakeMail | Skip>;
  /**
   * Concludes batches whose mails have all ended, in the transaction that deletes them. The returned function is called after the
   * commit.
   */
  end?(db: Db, batches: Pick<MailBatches, 'mailing' | 'occasions'>): Promise<() => void>;
}

/** The sources of purposes that contexts above this one know. */
export type MailSources = Readonly<Record<'opt-in' | 'test' | 'approval' | 'transactional', MailSource>>;
