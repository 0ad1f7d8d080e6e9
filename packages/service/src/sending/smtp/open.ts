import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { AccessToken } from '../../platform/network/access-token.ts';
import { SmtpConnection } from './connection.ts';
import { refused, SmtpError } from './refusal.ts';
import type { SmtpServer } from './server.ts';

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
    if (server.credentials) await signOn(connection, extensions.get('AUTH') ?? '', server);
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
async function signOn(connection: SmtpConnection, offered: string, server: SmtpServer): Promise<void> {
  const credentials = server.credentials!;
  if ('token' in credentials) return signOnWithToken(connection, offered, server, credentials);
  const { user, pass } = credentials;
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

/** OAUTHBEARER (RFC 7628), or XOAUTH2 of servers that came before it. A token that is refused is not used again. */
async function signOnWithToken(
  connection: SmtpConnection,
  offered: string,
  { host, port }: SmtpServer,
  { user, token }: { user: string; token: AccessToken },
): Promise<void> {
  const name = ['OAUTHBEARER', 'XOAUTH2'].find((mechanism) => offered.split(' ').includes(mechanism));
  if (name === undefined)
    throw new SmtpError(
      'AUTH',
      `The server takes no access tokens (OAUTHBEARER, XOAUTH2) but ${offered || 'nothing'}.`,
    );
  const bearer = await token.get().catch((error: Error) => {
    throw new SmtpError('AUTH', error.message);
  });
  const fields =
    name === 'XOAUTH2'
      ? [`user=${user}`, `auth=Bearer ${bearer}`]
      : [
          `n,a=${user.replaceAll('=', '=3D').replaceAll(',', '=2C')},`,
          `host=${host}`,
          `port=${port}`,
          `auth=Bearer ${bearer}`,
        ];
  const reply = await connection.command(`AUTH ${name}`, `AUTH ${name} ${base64(`${fields.join('\x01')}\x01\x01`)}`);
  if (reply.code === 235) return;
  token.forget();
  // The server says why in a challenge, and fails when that is acknowledged (RFC 7628, section 3.2.3).
  const end = reply.code === 334 ? await connection.command(`AUTH ${name}`, name === 'XOAUTH2' ? '' : 'AQ==') : reply;
  throw refused(`AUTH ${name}`, end);
}
