import type { MailRefusal } from '../mail/transport.ts';

export interface SmtpError {
  responseCode?: number;
  /** What the server said. */
  response?: string;
  /** The command that failed; `CONN` when the connection did. */
  command?: string;
  message: string;
}

/** Service not available, closing the transmission channel (RFC 5321, section 4.2.2). */
const notAvailable = 421;
/** The message exceeds what the server stores (RFC 1870, section 6). */
const tooLarge = 552;

/**
 * What a failure means. Replies to the recipient and to the message are about the one mail; those before are about the
 * server, and may be others tomorrow.
 * @param transferring whether the server had allowed the message to be sent
 */
export function refusalOf(error: SmtpError, transferring: boolean): MailRefusal {
  const { responseCode, command = '', message, response } = error;
  const words = response || message;
  const answered = responseCode === undefined || responseCode === 0 ? {} : { code: responseCode };
  const aboutMail =
    command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && responseCode === tooLarge);
  if (!aboutMail || responseCode === undefined || responseCode === notAvailable) {
    const lost = transferring && responseCode === undefined;
    const hopeless = (command.startsWith('AUTH') || command === 'STARTTLS') && (responseCode ?? 0) >= 500;
    return {
      concerns: 'server',
      permanent: false,
      ...answered,
      message: words,
      ...(lost ? { uncertain: true } : {}),
      ...(hopeless ? { hopeless } : {}),
    };
  }
  return { concerns: 'mail', permanent: responseCode >= 500, ...answered, message: words };
}
