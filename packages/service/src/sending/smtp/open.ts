import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { SmtpConnection } from './connection.ts';
import { refused } from './refusal.ts';
import type { Credentials, SmtpServer } from './server.ts';

/** A connection over which mails can be sent, and what the server offers: keywords with what follows them. */
export interface OpenConnection {
  connection: SmtpConnection;
  extensions: ReadonlyMap<string, string>;
}

/** Connects, encrypts where the server offers it, and signs on. @throws SmtpError */
export async function openConnection(server: SmtpServer, stop: AbortSignal): Promise<OpenConnection> {
  const connection = new SmtpConnection(server, stop);
  try {
    const greeting = await connection.greeting();
    if (greeting.code !== 220) throw refused('CONN', greeting);
    let extensions = await introduce(connection, server);
    if (!server.secure && (server.requireTLS || extensions.has('STARTTLS'))) {
      const consent = await connection.command('STARTTLS');
      if (consent.code !== 220) throw refused('STARTTLS', consent);
      await connection.encrypt();
      extensions = await introduce(connection, server);
    }
    if (server.credentials) await signOn(connection, extensions.get('AUTH') ?? '', server.credentials);
    return { connection, extensions };
  } catch (error) {
    connection.quit();
    throw error;
  }
}

/** EHLO, or HELO for a server that knows no extensions (RFC 5321, section 3.2). */
async function introduce(connection: SmtpConnection, { name = ownName() }: SmtpServer): Promise<Map<string, string>> {
  const extended = await connection.command('EHLO', `EHLO ${name}`);
  if (extended.code !== 250) {
    const plain = await connection.command('HELO', `HELO ${name}`);
    if (plain.code !== 250) throw refused('HELO', plain);
    return new Map();
  }
  const offers = extended.text.split('\n').slice(1);
  return new Map(
    offers.map((line) => {
      const [keyword = '', ...parameters] = line.slice('250-'.length).trim().toUpperCase().split(/[ =]+/);
      return [keyword, parameters.join(' ')];
    }),
  );
}

/** This machine's full name, or the address literal for one that has none (RFC 5321, section 4.1.4). */
function ownName(): string {
  const name = hostname();
  return name.includes('.') ? name : '[127.0.0.1]';
}

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

/** RFC 4954, with the mechanism PLAIN (RFC 4616), else LOGIN or CRAM-MD5, of those that the server offers. */
async function signOn(connection: SmtpConnection, offered: string, { user, pass }: Credentials): Promise<void> {
  const mechanisms = offered.split(' ');
  const say = async (name: string, line: string, wanted: number) => {
    const reply = await connection.command(name, line);
    if (reply.code !== wanted) throw refused(name, reply);
    return reply.text.slice('334 '.length);
  };
  if (mechanisms.includes('LOGIN') && !mechanisms.includes('PLAIN')) {
    await say('AUTH LOGIN', 'AUTH LOGIN', 334);
    await say('AUTH LOGIN', base64(user), 334);
    await say('AUTH LOGIN', base64(pass), 235);
  } else if (mechanisms.includes('CRAM-MD5') && !mechanisms.includes('PLAIN')) {
    const challenge = Buffer.from(await say('AUTH CRAM-MD5', 'AUTH CRAM-MD5', 334), 'base64');
    const answer = createHmac('md5', pass).update(challenge).digest('hex');
    await say('AUTH CRAM-MD5', base64(`${user} ${answer}`), 235);
  } else {
    await say('AUTH PLAIN', `AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`, 235);
  }
}
