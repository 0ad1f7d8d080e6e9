import type { SMTPServerSession } from 'smtp-server';
import type { Account, KeyHolder } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import { closeMillis, listen, type MailServer, readStart, refusal } from '../../platform/mail-server/mail-server.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';
import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import { RefusedMessageError, submitMessage } from './submit.ts';

/** Ten attachments of 2 MB do not fit, as they do not at most mail servers. */
const maxBytes = 16 * 1024 * 1024;
/** Messages are kept in memory until they are stored, so the connections bound the memory. */
const limits = { total: 20, perAddress: 10, lifeMillis: 600_000 };
const idleMillis = 60_000;
const maxRecipients = 50;
/** Wrong passwords of an address: whoever goes on looks for keys. */
const failedLogins = { burst: 20, perSecond: 0.1, clients: 20_000 };

type Identity = Record<'key' | 'cert', string>;

export interface SubmissionOptions {
  host: string;
  port: number;
  /** Encrypted from the first byte on (RFC 8314), instead of after STARTTLS. */
  implicitTls: boolean;
  tls: Identity;
  /** Returns the holder of a valid key that may be used from an address. */
  findHolder(key: string, address: string): Promise<KeyHolder | undefined>;
  /** Starts sending what was stored. */
  wakeWorker(work: 'mails'): void;
  log: Log;
}

/**
 * An SMTP server for mails of programs (RFC 6409). It asks for an API key as the password, over an encrypted connection
 * only, and sends what is submitted as transactional mails of the account; what it answers with 250 is stored.
 */
export async function startSubmission(db: Db, options: SubmissionOptions): Promise<MailServer> {
  const { host, port, implicitTls, tls, findHolder, wakeWorker, log } = options;
  const { SMTPServer } = await import('smtp-server');
  const failures = new RateLimit(failedLogins);
  const sessions = new WeakMap<SMTPServerSession, { account: Account; recipients: EmailAddress[] }>();
  const server = new SMTPServer({
    ...tls,
    secure: implicitTls,
    banner: 'Mailwright',
    size: maxBytes,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: false,
    socketTimeout: idleMillis,
    closeTimeout: closeMillis,
    disableReverseLookup: true,
    onAuth({ password }, session, done) {
      findHolder(password ?? '', session.remoteAddress).then((holder) => {
        if (holder?.rights.includes('post')) {
          sessions.set(session, { account: holder.account, recipients: [] });
          return done(null, { user: String(holder.keyId) });
        }
        if (holder) return done(refusal(535, '5.7.8 The API key does not have the right to send'));
        const isLast = failures.take(clientNetwork(session.remoteAddress)) > 0;
        done(isLast ? refusal(421, '4.7.0 Too many invalid API keys') : refusal(535, '5.7.8 Invalid API key'));
      }, failed(done));
    },
    onMailFrom(_address, session, done) {
      const own = sessions.get(session);
      if (own) own.recipients = [];
      done();
    },
    onRcptTo({ address }, session, done) {
      const own = sessions.get(session)!;
      const email = parseEmail(address);
      if (email === undefined) return done(refusal(553, '5.1.3 This is not an email address'));
      if (own.recipients.length >= maxRecipients) return done(refusal(452, '4.5.3 Too many recipients'));
      if (!own.recipients.some(({ folded }) => folded === email.folded)) own.recipients.push(email);
      done();
    },
    onData(stream, session, done) {
      const { account, recipients } = sessions.get(session)!;
      readStart(stream, maxBytes)
        .then(async (message) => {
          if (stream.sizeExceeded) throw refusal(552, '5.3.4 The message is too large');
          const ids = await submitMessage(db, account, recipients, message);
          wakeWorker('mails');
          done(null, `2.0.0 Queued as ${ids.join(' ')}`);
        })
        .catch(failed(done));
    },
  });

  /** Errors of the service are temporary for the sender. */
  function failed(done: (error: Error) => void) {
    return (error: Error & { responseCode?: number }) => {
      if (error.responseCode !== undefined) return done(error);
      if (error instanceof RefusedMessageError) return done(refusal(554, error.message));
      log(`A submitted mail could not be stored: ${error.message}`);
      done(refusal(451, '4.3.0 Try again later'));
    };
  }

  return listen(server, { host, port, limits, log });
}
