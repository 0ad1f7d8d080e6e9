import { type MailTransport, messageOf } from '../mail/transport.ts';
import { type SmtpServer, smtpServer } from './server.ts';
import { SmtpSession } from './session.ts';

/** Connections that are open at a time, unless the URL says otherwise with `maxConnections`. */
const defaultConnections = 20;

/**
 * Sends over SMTP, each connection one mail at a time. `url` is `smtp://user:password@host:port` or `smtps://…`.
 * @param insecure sends the password without encryption to a server that offers none
 */
export function smtpTransport(url: string, { insecure = false } = {}): MailTransport {
  const server: SmtpServer = smtpServer(url, insecure);
  const connections = Number(new URL(url).searchParams.get('maxConnections') ?? defaultConnections);
  const free = Array.from({ length: connections }, () => new SmtpSession(server));
  const waiting: ((session: SmtpSession) => void)[] = [];

  const take = () => {
    const session = free.pop();
    return session ?? new Promise<SmtpSession>((resolve) => waiting.push(resolve));
  };
  const giveBack = (session: SmtpSession) => {
    const next = waiting.shift();
    if (next) next(session);
    else free.push(session);
  };
  return {
    connections,
    async send(mail) {
      const session = await take();
      try {
        return await session.send(mail.envelope, messageOf(mail));
      } finally {
        giveBack(session);
      }
    },
    async close() {
      for (const session of free) session.close();
    },
  };
}
