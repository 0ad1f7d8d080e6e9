import { createTransport } from 'nodemailer';
import type { MailTransport, Refusal } from './transport.ts';

/** Milliseconds for which a server may be silent, unless the URL says otherwise; a stopping service waits for it. */
const patience = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** Replies to these commands are about the one mail; those before are about the server, and may be others tomorrow. */
const aboutTheMail = ['RCPT TO', 'DATA'];

/** Sends over SMTP. `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function smtpTransport(url: string): MailTransport {
  const server = createTransport(withPatience(url), {});
  return {
    async send({ envelope, raw }) {
      try {
        await server.sendMail({ envelope, raw });
        return undefined;
      } catch (error) {
        return refusalOf(error as SmtpError);
      }
    },
    async close() {
      server.close();
    },
  };
}

function withPatience(url: string): string {
  const target = new URL(url);
  for (const [name, milliseconds] of Object.entries(patience)) {
    if (!target.searchParams.has(name)) target.searchParams.set(name, String(milliseconds));
  }
  return target.href;
}

interface SmtpError {
  responseCode?: number;
  command?: string;
  message: string;
}

function refusalOf({ responseCode, command = '', message }: SmtpError): Refusal {
  const permanent = responseCode !== undefined && responseCode >= 500 && aboutTheMail.includes(command);
  return { permanent, message, ...(responseCode === undefined ? {} : { code: responseCode }) };
}
