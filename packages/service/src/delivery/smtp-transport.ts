import { createTransport } from 'nodemailer';
import type { MailTransport, Refusal } from './transport.ts';

/** Sends over SMTP through a pool of connections. `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function smtpTransport(url: string): MailTransport {
  const pool = createTransport(url, {}) as ReturnType<typeof createTransport>;
  return {
    async send({ envelope, raw }) {
      try {
        await pool.sendMail({ envelope, raw });
        return undefined;
      } catch (error) {
        return refusalOf(error as { responseCode?: number; message: string });
      }
    },
    async close() {
      pool.close();
    },
  };
}

function refusalOf({ responseCode, message }: { responseCode?: number; message: string }): Refusal {
  const permanent = responseCode !== undefined && responseCode >= 500;
  return { permanent, message, ...(responseCode === undefined ? {} : { code: responseCode }) };
}
