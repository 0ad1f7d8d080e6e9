import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import { closeMillis, listen, type MailServer, readStart, refusal } from '../../platform/mail-server/mail-server.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { TooManyAnswersError, takesAnswers } from './answers/receive.ts';
import { maxHeadBytes } from './reading/head.ts';
import { maxReportMailBytes, type OwnMailbox, ownMailbox, receive, UnreadableMailError } from './receive.ts';

/** Notifications quote at most the mail that they are about, and reports are packed; larger ones are refused. */
const maxBytes = maxReportMailBytes;
const limits = { total: 100, perAddress: 20, lifeMillis: 600_000 };
const idleMillis = 60_000;
/** A notification is about one mail; more recipients are nobody's bounces. */
const maxRecipients = 10;

/** A mail causes some warnings, a bounce, an automatic answer, a complaint: more of them in an hour are an attack. */
const noticesOfMail = { burst: 20, perSecond: 20 / 3600, clients: 100_000 };

/** Receivers send a report a day for each domain. Everybody can look the address up in the DNS. */
const reportsOfAccount = { burst: 200, perSecond: 200 / 3600, clients: 10_000 };

/** Key and certificate in PEM. */
type Identity = Record<'key' | 'cert', string>;

/**
 * An SMTP server for bounces, complaints, answers, unsubscriptions and reports by mail. It takes mail for addresses that this service has
 * made (VERP with a MAC) and refuses all else at RCPT, so that it is no relay; what it answers with 250 is stored.
 */
export async function startBounceReceiver(
  db: Db,
  { host, port, tls, log }: { host: string; port: number; tls: Identity; log: Log },
): Promise<MailServer> {
  const { SMTPServer } = await import('smtp-server');
  const notices = new RateLimit(noticesOfMail);
  const reports = new RateLimit(reportsOfAccount);
  const mailboxes = new WeakMap<SMTPServerSession, Map<string, OwnMailbox>>();
  const server = new SMTPServer({
    ...tls,
    banner: 'Mailwright',
    size: maxBytes,
    socketTimeout: idleMillis,
    closeTimeout: closeMillis,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    onRcptTo({ address }: SMTPServerAddress, session, done) {
      const known = mailboxes.get(session) ?? new Map<string, OwnMailbox>();
      mailboxes.set(session, known);
      if (session.envelope.rcptTo.length >= maxRecipients) return done(refusal(452, '4.5.3 Too many recipients'));
      ownMailbox(db, address).then((mailbox) => {
        if (mailbox === undefined) return done(refusal(550, '5.1.1 There is no such mailbox here'));
        const wait = mailbox.use === 'report' ? reports.take(String(mailbox.account.id)) : notices.take(keyOf(mailbox));
        if (wait > 0) return done(refusal(450, '4.2.1 There were too many messages for this mailbox; try again later'));
        known.set(address, mailbox);
        done();
      }, failed(done));
    },
    onData(stream, session, done) {
      const addresses = new Set(session.envelope.rcptTo.map(({ address }) => address));
      const asked = mailboxes.get(session);
      const own = Array.from(addresses, (address) => asked?.get(address)).filter((mailbox) => mailbox !== undefined);
      const isWhole = own.some(({ use, account }) => use === 'report' || takesAnswers(account));
      readStart(stream, isWhole ? maxBytes : maxHeadBytes)
        .then(async (mail) => {
          if (stream.sizeExceeded) throw refusal(552, '5.3.4 The message is too large');
          await receive(db, own, mail);
          done();
        })
        .catch(failed(done));
    },
  });

  /** Errors of the receiver are temporary for the sender. */
  function failed(done: (error?: Error | null) => void) {
    return (error: Error & { responseCode?: number }) => {
      if (error.responseCode !== undefined) return done(error);
      if (error instanceof UnreadableMailError) return done(refusal(554, '5.6.0 The message cannot be read'));
      if (error instanceof TooManyAnswersError)
        return done(refusal(450, '4.2.1 There were too many messages for this mailbox; try again later'));
      log(`A bounce could not be stored: ${error.message}`);
      done(refusal(451, '4.3.0 Try again later'));
    };
  }

  return listen(server, { host, port, limits, log });
}

const keyOf = ({ account, use, mail }: Exclude<OwnMailbox, { use: 'report' }>) =>
  JSON.stringify([account.id, use, Object.values(mail)]);
