import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';

/**
 * A bare node:https server that hands the mail of each request to nodemailer's pool, and answers 202 at once: what a program does that
 * keeps nothing. Runs in a process of its own: `node bare-mailer.ts KEY CERTIFICATE SMTP_URL`; prints its port.
 */
const [keyFile, certFile, smtp] = process.argv.slice(2) as [string, string, string];
const pool = createTransport({ url: `${smtp}?pool=true&maxConnections=20&maxMessages=1000000000` });

interface Body {
  to: { email: string }[];
  from: { email: string };
  subject: string;
  text: string;
}

const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, async (request, response) => {
  const { to, from, subject, text } = (await json(request)) as Body;
  pool.sendMail({ from: from.email, to: to.map(({ email }) => email), subject, text }).catch(console.error);
  response.writeHead(202).end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
