import type { Contact } from '../../people/index.ts';

/** Tracked addresses for one recipient. */
export interface TrackedAddresses {
  /**
   * In the place of a link.
   * @param ids of a part's links, in a list that is the same object for all mails
   */
  link(ids: readonly number[], at: number): string;
  pixel(): string;
  /** Whether they do not tell who the recipient is. */
  anonymous: boolean;
}

/** Recipient of a mail and the data that is only in this mail. */
export interface Recipient {
  contact: Contact & { email: string };
  /** Event that caused the mail, for the tags `EVENT|…`. */
  event?: Readonly<Record<string, unknown>> | undefined;
  /** With its angle brackets; the same in each attempt. */
  messageId: string;
  /** Return path, if it is not the sender. */
  returnPath?: string | undefined;
  /** Addresses of pages, the values of the tags `LINK|…`, by their names. */
  pages: Readonly<Record<string, () => string>>;
  /** Targets for unsubscribing with one click (RFC 8058), and by mail if there is an address for that. */
  unsubscribe?: { page: string; mailbox?: string | undefined } | undefined;
  /** Address for answers, if the service takes them: those to all mailings, or to those that ask for such an address. */
  answers?: { mailbox: string; ofAll: boolean } | undefined;
  /** Absent when the mail is not tracked. */
  tracked?: TrackedAddresses | undefined;
}
