import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import { openSmtp } from './open-smtp.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  email: Email;
  raw: Buffer;
}

export interface SmtpSink {
  url: string;
  mails: ReceivedMail[];
  /** Replies to addresses instead of taking their mails: the next ones, one for each attempt. */
  replies: Map<string, number[]>;
  /** What it answers each attempt for an address with, such as `550 5.1.1 No such user`. */
  refused: Map<string, string>;
  /** It takes mails to these addresses, and says nothing. */
  silent: Set<string>;
  /** Ends the silence: says that the mails were taken, or were not, as with `550 5.7.1 Spam`. */
  speak(reply?: string): void;
  /** The mail to the address with this number, the first is 1; waits until it is there. */
  mailTo(address: string, number?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** The error with which the server gives a reply, such as `550 5.1.1 No such user`, or a code alone. */
function toError(reply: string | number): Error {
  const [, code, words] = /^(\d{3}) ?(.*)/.exec(String(reply))!;
  return Object.assign(new Error(words || 'not now, or never'), { responseCode: Number(code) });
}

/** A real SMTP server on a free port that keeps what it receives. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const replies: SmtpSink['replies'] = new Map();
  const refused: SmtpSink['refused'] = new Map();
  const silent: SmtpSink['silent'] = new Set();
  const unsaid: ((error?: Error) => void)[] = [];
  const arrivals = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }: SMTPServerAddress, _session, done) {
      const reply = refused.get(address) ?? replies.get(address)?.shift();
      done(reply === undefined ? undefined : toError(reply));
    },
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then(async (raw) => ({ raw, email: await PostalMime.parse(raw) }))
        .then(({ raw, email }) => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), email, raw });
          if (envelope.rcptTo.some(({ address }) => silent.has(address))) unsaid.push(done);
          else done();
          arrivals.emit('mail');
        }, done);
    },
  });
  return {
    ...(await openSmtp(server)),
    mails,
    replies,
    refused,
    silent,
    speak(reply) {
      silent.clear();
      for (const done of unsaid.splice(0)) done(reply === undefined ? undefined : toError(reply));
    },
    mailTo: async (address, number = 1) => {
      for (;;) {
        const mail = mails.filter(({ to }) => to.includes(address))[number - 1];
        if (mail) return mail;
        await once(arrivals, 'mail');
      }
    },
  };
}
