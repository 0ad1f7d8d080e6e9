import type { MailRefusal } from '../mail/transport.ts';
import type { SmtpReply } from './reply.ts';

/** A command that a server did not do, or a connection that failed. */
export class SmtpError extends Error {
  /** The command; `CONN` for the connection itself. */
  command: string;
  /** Reply of the server, if there was one. */
  reply: SmtpReply | undefined;

  constructor(command: string, message: string, reply?: SmtpReply) {
    super(message);
    this.command = command;
    this.reply = reply;
  }
}

/** A reply that the command cannot have: the server has replied more often than it was asked, or speaks no SMTP. */
export class OutOfStepError extends SmtpError {
  constructor({ text }: SmtpReply) {
    super('CONN', `The server sent a reply that belongs to no command: ${text.slice(0, 100)}`);
  }
}

/** A reply that is no consent, as an error. */
export const refused = (command: string, reply: SmtpReply) => new SmtpError(command, reply.text, reply);

/** Service not available, closing the transmission channel (RFC 5321, section 4.2.2). */
const notAvailable = 421;
/** The message exceeds what the server stores (RFC 1870, section 6). */
const tooLarge = 552;

/**
 * Classifies a failure. Replies to RCPT and to the message concern one mail; earlier ones concern the server and may be
 * temporary.
 * @param transferring whether the server had accepted the DATA command
 */
export function refusalOf(error: SmtpError, transferring: boolean): MailRefusal {
  const { command, message, reply } = error;
  const responseCode = reply?.code;
  const answered = responseCode === undefined ? {} : { code: responseCode };
  const aboutMail =
    command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && responseCode === tooLarge);
  if (!aboutMail || responseCode === undefined || responseCode === notAvailable) {
    const lost = transferring && responseCode === undefined;
    const hopeless = (command.startsWith('AUTH') || command === 'STARTTLS') && (responseCode ?? 0) >= 500;
    return {
      concerns: 'server',
      permanent: false,
      ...answered,
      message,
      ...(lost ? { uncertain: true } : {}),
      ...(hopeless ? { hopeless } : {}),
    };
  }
  return { concerns: 'mail', permanent: responseCode >= 500, ...answered, message };
}
