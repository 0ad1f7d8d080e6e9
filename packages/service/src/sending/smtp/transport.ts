import { setMaxListeners } from 'node:events';
import { CLIENT, inSpan } from '../../platform/tracing/span.ts';
import { type MailTransport, messageOf } from '../mail/transport.ts';
import { type SmtpOptions, type SmtpServer, smtpServer } from './server.ts';
import { SmtpSession } from './session.ts';

/** Connections that are open at a time, unless the URL says otherwise with `maxConnections`. */
const defaultConnections = 20;

export const connectionsOf = (url: string): number =>
  Number(new URL(url).searchParams.get('maxConnections') ?? defaultConnections);

/** Can be stopped while a server is silent. */
export interface SmtpTransport extends MailTransport {
  /**
   * Ends all connections so many milliseconds from now, and takes no mails after that. Mails whose message had been sent
   * without an answer are refused as uncertain. Call it when the service is told to stop.
   */
  endWithin(millis: number): void;
}

/** Sends over SMTP, each connection one mail at a time. `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function smtpTransport(url: string, options: SmtpOptions = {}): SmtpTransport {
  const server: SmtpServer = smtpServer(url, options);
  const connections = connectionsOf(url);
  const stop = new AbortController();
  // One for each connection.
  setMaxListeners(0, stop.signal);
  const free = Array.from({ length: connections }, () => new SmtpSession(server, stop.signal));
  const waiting: ((session: SmtpSession) => void)[] = [];
  const traced = { 'server.address': new URL(url).hostname, 'network.protocol.name': 'smtp' };
  let closed = false;

  const take = () => {
    const session = free.pop();
    return session ?? new Promise<SmtpSession>((resolve) => waiting.push(resolve));
  };
  const giveBack = (session: SmtpSession) => {
    const next = waiting.shift();
    if (next) return next(session);
    if (closed) session.close();
    free.push(session);
  };
  return {
    connections,
    async send(mail, onTaken) {
      const session = await take();
      try {
        return await inSpan('SMTP', CLIENT, traced, () => session.send(mail.envelope, messageOf(mail), onTaken));
      } finally {
        giveBack(session);
      }
    },
    endWithin(millis) {
      setTimeout(() => stop.abort(), millis).unref();
    },
    async close() {
      closed = true;
      for (const session of free) session.close();
    },
  };
}
