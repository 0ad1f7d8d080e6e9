/** One mail, ready to be handed over: an RFC 5322 message and its envelope. */
export interface OutgoingMail {
  accountId: number;
  contactId: number;
  messageId: string;
  /** Domains whose DKIM keys may sign the mail in the name of its sender; none if absent. */
  signable?: readonly string[];
  envelope: { from: string; to: string };
  /** Header lines, each with its CRLF. */
  head: string;
  /** Body of the message, with CRLF line ends. */
  body: string;
}

/** Why a mail was not taken. */
export interface MailRefusal {
  /** Whether it is about this mail, or the server takes none at the moment. */
  concerns: 'mail' | 'server';
  /** Trying again is of no use. */
  permanent: boolean;
  /** The connection was lost behind the last byte: it may have been taken. */
  uncertain?: boolean;
  /** The server does not take us at all: a person must change something first. */
  hopeless?: boolean;
  /** SMTP reply code, when there was a reply. */
  code?: number;
  message: string;
}

/** Is told the name of the server that has taken a mail, and its reply. */
export type OnTaken = (server: string, reply: { code: number; text: string }) => void;

/** Destination of mails: an SMTP server, or the local outbox. */
export interface MailTransport {
  /** Mails that it takes at the same time. */
  connections: number;
  /** Whether mails stay on this machine, so that it never takes the place of a relay. */
  isLocal?: boolean;
  /** Undefined when the mail was taken. Never throws for what a server or a disk says. */
  send(mail: OutgoingMail, onTaken?: OnTaken): Promise<MailRefusal | undefined>;
  close(): Promise<void>;
}

/** The message as it goes over the wire. */
export function messageOf({ head, body }: OutgoingMail): Buffer {
  return Buffer.from(`${head}\r\n${body}`, 'utf8');
}
