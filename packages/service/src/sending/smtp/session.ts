import { faultOf, type MessageNeeds, needsOf } from '../../platform/mail/message-gate.ts';
import type { MailRefusal, OnTaken } from '../mail/transport.ts';
import { type OpenConnection, openConnection } from './open.ts';
import { OutOfStepError, refusalOf, refused, type SmtpError } from './refusal.ts';
import type { SmtpReply } from './reply.ts';
import type { SmtpServer } from './server.ts';

/** Servers end connections that bring too many mails; a new one costs little. */
const mailsPerConnection = 100;
const isAscii = /^[\x20-\x7e]*$/;

interface Envelope {
  from: string;
  to: string;
}

/** One connection to a mail server, opened when it is needed and again when it was lost. */
export class SmtpSession {
  #server: SmtpServer;
  #open: OpenConnection | undefined;
  #mails = 0;
  #stop: AbortSignal;

  constructor(server: SmtpServer, stop: AbortSignal) {
    this.#server = server;
    this.#stop = stop;
  }

  /**
   * Hands one mail over. A mail whose replies are mixed up with those of the mail before begins again on a new connection.
   * @param message with CRLF line ends
   */
  async send(envelope: Envelope, message: Buffer, onTaken?: OnTaken): Promise<MailRefusal | undefined> {
    const unfit = unfitAddress(envelope) ?? unfitMessage(message);
    if (unfit) return unfit;
    const needs = needsOf(message);
    // The server has allowed the message to be sent, and all of it may have arrived.
    let transferring = false;
    try {
      const open = this.#open ?? (await this.#connect());
      const refusal = missingExtension(open, envelope, needs);
      if (refusal) return refusal;
      await announce(open, envelope, needs, this.#server);
      transferring = true;
      const reply = await transfer(open, message);
      if (reply.code >= 300) throw isRefusal(reply) ? refused('DATA', reply) : new OutOfStepError(reply);
      onTaken?.(this.#server.host, reply);
      this.#mails++;
      if (this.#mails >= mailsPerConnection) this.close();
      return undefined;
    } catch (error) {
      if (error instanceof OutOfStepError && !transferring && this.#mails > 0) {
        this.close();
        return this.send(envelope, message, onTaken);
      }
      const refusal = refusalOf(error as SmtpError, transferring);
      if (refusal.concerns === 'server') this.close();
      else await this.#reset();
      return refusal;
    }
  }

  async #connect(): Promise<OpenConnection> {
    const open = await openConnection(this.#server, this.#stop);
    open.connection.onGone = () => {
      if (this.#open === open) this.#open = undefined;
    };
    this.#open = open;
    this.#mails = 0;
    return open;
  }

  /** Forgets a mail that was refused, so that the connection can be used for the next one. */
  async #reset(): Promise<void> {
    const reply = await this.#open?.connection.command('RSET').catch(() => undefined);
    if (reply?.code !== 250) this.close();
  }

  close(): void {
    this.#open?.connection.quit();
    this.#open = undefined;
    this.#mails = 0;
  }
}

/** Sends the envelope up to the server's consent to the message: at once, where the server can take that (RFC 2920). */
async function announce(
  { connection, extensions }: OpenConnection,
  envelope: Envelope,
  needs: MessageNeeds,
  { asksForOnwardTls }: SmtpServer,
): Promise<void> {
  const { from, to } = envelope;
  const utf8 =
    isUtf8(envelope) || needs.utf8Header ? ' BODY=8BITMIME SMTPUTF8' : needs.eightBit ? ' BODY=8BITMIME' : '';
  const onward = asksForOnwardTls && connection.isEncrypted && extensions.has('REQUIRETLS') ? ' REQUIRETLS' : '';
  const steps: [name: string, line: string, consents: (reply: SmtpReply) => boolean, wait?: 'consent'][] = [
    ['MAIL FROM', `MAIL FROM:<${from}>${utf8}${onward}`, ({ code }) => code < 300],
    ['RCPT TO', `RCPT TO:<${to}>`, ({ code }) => code < 300],
    ['DATA', 'DATA', ({ code }) => code >= 300 && code < 400, 'consent'],
  ];
  if (!extensions.has('PIPELINING')) {
    for (const [name, line, consents, wait] of steps) {
      const reply = await connection.exchange(name, `${line}\r\n`, wait);
      if (!consents(reply)) throw isRefusal(reply) ? refused(name, reply) : new OutOfStepError(reply);
    }
    return;
  }
  const lines = steps.map(([, line]) => `${line}\r\n`).join('');
  const replies = await Promise.all(
    steps.map(([name, , , wait], at) => connection.exchange(name, at === 0 ? lines : '', wait)),
  );
  const failed = steps.findIndex(([, , consents], at) => !consents(replies[at]!));
  if (failed === -1) return;
  const stray = steps.findIndex(([, , consents], at) => !consents(replies[at]!) && !isRefusal(replies[at]!));
  if (stray !== -1) throw new OutOfStepError(replies[stray]!);
  // A server that consents to the message nevertheless gets an empty one, which has no recipient.
  if (replies[2]!.code === 354) await connection.exchange('DATA', '.\r\n');
  throw refused(steps[failed]![0], replies[failed]!);
}

const isRefusal = ({ code }: SmtpReply) => code >= 400;

const lineWithDot = Buffer.from('\r\n.');
const lineEnd = Buffer.from('\r\n');
const end = Buffer.from('.\r\n');

/**
 * Sends the message with its end (RFC 5321, section 4.5.2: a dot before each dot that begins a line). The last line gets an end if it
 * has none, because the server would wait for more.
 */
function transfer({ connection }: OpenConnection, message: Buffer): Promise<SmtpReply> {
  const dotted = message.includes(lineWithDot) || message[0] === '.'.charCodeAt(0);
  const stuffed = dotted ? Buffer.from(message.toString('latin1').replace(/^\./gm, '..'), 'latin1') : message;
  const last = message.subarray(-2).equals(lineEnd) ? [end] : [lineEnd, end];
  return connection.exchange('DATA', Buffer.concat([stuffed, ...last]), 'message');
}

/** An address that would be read as something else in the envelope is nobody's. */
function unfitAddress({ from, to }: Envelope): MailRefusal | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const unfit = /[\x00-\x1f<>\x7f]/;
  if (!unfit.test(to) && !unfit.test(from)) return undefined;
  const message = '553 5.1.3 The address has characters that the envelope of a mail cannot have.';
  return { concerns: 'mail', permanent: true, code: 553, message };
}

/**
 * A message that servers could take for two, or refuse, is not sent: it cannot be repaired without changing what was signed. It has
 * no reply code, because it is no fault of the recipient's address.
 */
function unfitMessage(message: Buffer): MailRefusal | undefined {
  const fault = faultOf(message);
  return fault === undefined ? undefined : { concerns: 'mail', permanent: true, message: fault };
}

const isUtf8 = ({ from, to }: Envelope) => !isAscii.test(from) || !isAscii.test(to);

/** RFC 6531, section 3.2: what is not ASCII in envelope or header goes to a server that offers SMTPUTF8 only. */
function missingExtension(
  { extensions }: OpenConnection,
  envelope: Envelope,
  { eightBit, utf8Header }: MessageNeeds,
): MailRefusal | undefined {
  if (extensions.has('SMTPUTF8')) return undefined;
  const refusal = { concerns: 'mail', permanent: true } as const;
  if (isUtf8(envelope)) {
    const message = '553 5.6.7 The mail server does not take addresses that are not ASCII (SMTPUTF8).';
    return { ...refusal, code: 553, message };
  }
  if (utf8Header)
    return { ...refusal, message: 'The mail server does not take header fields that are not ASCII (SMTPUTF8).' };
  if (eightBit && !extensions.has('8BITMIME'))
    return { ...refusal, message: 'The mail server does not take mails with octets above 127 (8BITMIME).' };
  return undefined;
}
