import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import type { Db } from '../../../platform/database/schema.ts';
import type { Log } from '../../../platform/log/log.ts';
import { explainTlsError } from '../../../platform/network/tls-errors.ts';
import { maxHeadBytes } from '../reading/head.ts';
import { maxReportMailBytes, receiveFromMailbox } from '../receive.ts';
import { BounceSources } from '../sources.ts';
import { backOffMillis } from './back-off.ts';

/** A mailbox that gets what comes back. */
export interface BounceMailbox {
  server: Pick<ImapFlowOptions, 'host' | 'port' | 'secure' | 'doSTARTTLS' | 'auth' | 'tls'>;
  folder: string;
  /** Is called when the server refuses the password or token. */
  onRefused?: (() => void) | undefined;
}

type ConnectMailbox = () => BounceMailbox | Promise<BounceMailbox>;

export interface BounceCollector {
  /** Ends after the mail that is being stored. */
  close(): Promise<void>;
}

/** Marks mails that are no bounces of ours, so that they are read once; servers without keywords mark them as seen. */
const keyword = '$MailwrightRead';
/** Servers that do not report new mails are asked this often. */
const pollMillis = 60_000;
const mailsAtATime = 50;

/**
 * Reads the bounces, complaints, unsubscriptions and reports in a mailbox as they come (IMAP, RFC 9051, with IDLE). A mail is deleted
 * when it is stored, so that a crash loses none, and one that comes again counts once; other mails stay where they are.
 * @param connect returns the options of a connection; it is called for each, because access tokens expire
 */
export function collectBounces(db: Db, connect: ConnectMailbox, log: Log): BounceCollector {
  const stop = new AbortController();
  const ended = runUntilStopped(db, connect, log, stop.signal);
  return {
    close: () => {
      stop.abort();
      return ended;
    },
  };
}

async function runUntilStopped(db: Db, connect: ConnectMailbox, log: Log, signal: AbortSignal): Promise<void> {
  const sources = new BounceSources(db);
  for (let failures = 0; !signal.aborted; ) {
    try {
      await useConnection(db, await connect(), signal, () => {
        failures = 0;
        return sources.note('mailbox');
      });
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const failure = describe(error as Error);
      log(`The bounce mailbox cannot be read: ${failure}`);
      await sources.note('mailbox', failure);
    }
    await waitFor(backOffMillis(failures), signal);
  }
}

/** The words of the server, if it said any. */
const describe = (error: Error & { responseText?: string }): string => error.responseText ?? error.message;

async function useConnection(
  db: Db,
  { server, folder, onRefused }: BounceMailbox,
  signal: AbortSignal,
  succeeded: () => Promise<void>,
): Promise<void> {
  // Only those who have such a mailbox load it.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({ ...server, logger: false, disableAutoIdle: true });
  let news = new AbortController();
  const ring = () => news.abort();
  client.on('exists', ring);
  client.on('close', ring);
  client.on('error', ring);
  signal.addEventListener('abort', ring);
  try {
    await client.connect().catch((error: Error & { authenticationFailed?: boolean }) => {
      if (error.authenticationFailed) onRefused?.();
      const explanation = explainTlsError(error, { host: server.host ?? 'the mailbox', port: server.port });
      throw explanation === undefined ? error : new Error(explanation, { cause: error });
    });
    const { permanentFlags } = await client.mailboxOpen(folder);
    const mark = permanentFlags?.has('\\*') ? keyword : '\\Seen';
    while (!signal.aborted && client.usable) {
      news = new AbortController();
      while (await readSome(db, client, mark, signal)) await succeeded();
      await succeeded();
      if (!client.usable || news.signal.aborted) continue;
      // The next command ends it.
      client.idle().catch(ring);
      await waitFor(pollMillis, news.signal);
    }
  } finally {
    signal.removeEventListener('abort', ring);
    client.close();
  }
}

/** Reads some mails that were not read before; returns whether there may be more. */
async function readSome(db: Db, client: ImapFlow, mark: string, signal: AbortSignal): Promise<boolean> {
  // A mail that is marked as deleted may be one that was stored just before the connection was lost.
  const query = mark === '\\Seen' ? { seen: false } : { unKeyword: mark };
  const found = (await client.search(query, { uid: true })) || [];
  const uids = found.slice(0, mailsAtATime);
  for (const uid of uids) {
    if (signal.aborted) return false;
    const fetchStart = async (maxLength: number) => {
      const mail = await client.fetchOne(String(uid), { source: { maxLength } }, { uid: true });
      return mail ? mail.source : undefined;
    };
    const start = await fetchStart(maxHeadBytes);
    // Another process may have deleted it.
    if (start === undefined) continue;
    const fetchWhole = async () =>
      start.length < maxHeadBytes ? start : ((await fetchStart(maxReportMailBytes)) ?? start);
    if (await receiveFromMailbox(db, start, fetchWhole)) await client.messageDelete(String(uid), { uid: true });
    else await client.messageFlagsAdd(String(uid), [mark], { uid: true });
  }
  return found.length > uids.length;
}

/** Waits until the time is over or the signal aborts. */
function waitFor(millis: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', done);
  });
}
