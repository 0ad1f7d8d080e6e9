/** One mail, ready to be handed over: an RFC 5322 message and its envelope. */
export interface OutgoingMail {
  accountId: number;
  contactId: number;
  messageId: string;
  envelope: { from: string; to: string };
  /** The whole message with CRLF line ends. */
  raw: Buffer;
}

/** Why a mail was not taken; `permanent` when trying again is of no use. */
export interface Refusal {
  permanent: boolean;
  /** SMTP reply code, when there was a reply. */
  code?: number;
  message: string;
}

/** Where mails go: an SMTP server, or the local outbox. */
export interface MailTransport {
  /** Undefined when the mail was taken. Never throws for what a server or a disk says. */
  send(mail: OutgoingMail): Promise<Refusal | undefined>;
  close(): Promise<void>;
}
