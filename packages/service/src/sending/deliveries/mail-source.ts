import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Occasion } from '../../tracking/index.ts';
import type { MailTemplates } from '../mail/templates.ts';
import type { OutgoingMail } from '../mail/transport.ts';

/** A batch whose mails are about to be made. */
export interface MailBatch {
  account: Account;
  mailing: Mailing;
  occasion: Occasion;
  /** Compiled templates that several batches share. */
  templates: MailTemplates;
}

/** A mail that is in flight and about to be made. */
export interface WantedMail {
  recipientId: number;
  contactId: number;
  /** As it was when the mail went in flight; undefined if it was erased, or is no contact. */
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

/** Makes one mail of a batch. What it throws is recorded as a temporary failure. */
export type MakeMail = (mail: WantedMail) => Promise<OutgoingMail | Skip>;

/** Makes the mails of one purpose. */
export interface MailSource {
  /** Reads once what the mails of a batch share. A `Skip` concerns all of them. */
  open(db: Db, batch: MailBatch): Promise<MakeMail | Skip>;
  /**
   * Concludes a batch of which all mails have come to an end, in the transaction that deletes it. The returned function is
   * called after the commit.
   */
  end?(db: Db, batch: Pick<MailBatch, 'mailing' | 'occasion'>): Promise<() => void>;
}

/** The sources of purposes that contexts above this one know. */
export type MailSources = Readonly<Record<'opt-in' | 'test' | 'approval' | 'transactional', MailSource>>;
