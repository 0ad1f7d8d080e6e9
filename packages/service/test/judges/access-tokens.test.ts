import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bounceMailbox } from '../../src/cli/bounce-mailbox.ts';
import { accessTokens } from '../../src/platform/network/access-token.ts';
import { collectBounces } from '../../src/sending/bounces/mailbox/collector.ts';
import { BounceSources } from '../../src/sending/bounces/sources.ts';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { usualDatabases } from '../support/database.ts';
import { dovecotPath, hasSubmission, type ImapServer, startDovecot } from '../support/dovecot.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const isThere = dovecotPath !== undefined && hasSubmission;
if (!isThere)
  console.log(
    'No access tokens at a Dovecot: the Debian packages dovecot-imapd and dovecot-submissiond are not installed.',
  );

const patient = { timeout: 60_000, interval: 50 };

/** Gives access tokens for the refresh token "r", and says of each whether it is good. */
async function startTokenServer() {
  const good = new Set<string>();
  let given = 0;
  const server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const parameters = new URLSearchParams(text);
    const isAsking = request.url === '/token';
    const isKnown = parameters.get('refresh_token') === 'r';
    const token = `token-${++given}`;
    if (isAsking && isKnown) good.add(token);
    const body = isAsking
      ? isKnown
        ? { access_token: token, expires_in: 3600 }
        : { error: 'invalid_grant' }
      : { active: good.has(parameters.get('token') ?? ''), username: 'bounces' };
    response
      .writeHead(isAsking && !isKnown ? 400 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, revokeAll: () => good.clear(), close: () => server.close() };
}

describe.runIf(isThere)('access tokens at a Dovecot', () => {
  let tokens: Awaited<ReturnType<typeof startTokenServer>>;
  let sink: SmtpSink;
  let dovecot: ImapServer;
  const directory = isThere ? mkdtempSync(join(tmpdir(), 'oa-')) : '';
  const grantFile = (refresh_token: string) => {
    const file = join(directory, `grant-${refresh_token}`);
    writeFileSync(file, JSON.stringify({ token_url: `${tokens.url}/token`, client_id: 'mailwright', refresh_token }));
    return file;
  };
  beforeAll(async () => {
    tokens = await startTokenServer();
    sink = await startSmtpSink();
    const relayPort = Number(new URL(sink.url).port);
    dovecot = await startDovecot(directory, { introspectionUrl: `${tokens.url}/introspect`, relayPort });
  });
  afterAll(async () => {
    await dovecot?.close();
    await sink?.close();
    tokens?.close();
  });

  const transportWith = (refreshToken: string) =>
    smtpTransport(`smtp://bounces@127.0.0.1:${dovecot.submissionPort}?maxConnections=1`, {
      insecure: true,
      token: accessTokens('token', grantFile(refreshToken)),
    });
  const mail = (to: string) => ({
    accountId: 1,
    contactId: 1,
    messageId: '<1@example.com>',
    envelope: { from: 'news@example.com', to },
    head: 'From: news@example.com\r\nSubject: Hi\r\n',
    body: 'Hi\r\n',
  });

  test('mails are sent with them, and with a new one after the old one was revoked', async () => {
    const first = transportWith('r');
    expect(await first.send(mail('ada@example.org'))).toBeUndefined();
    expect((await sink.mailTo('ada@example.org')).email.subject).toBe('Hi');
    await first.close();

    const transport = transportWith('r');
    expect(await transport.send(mail('bob@example.org'))).toBeUndefined();
    await transport.close();
    tokens.revokeAll();
    const next = transportWith('r');
    expect(await next.send(mail('cleo@example.org'))).toBeUndefined();
    await next.close();
  });

  test('a token that the server refuses is told, and the next connection gets another one', async () => {
    const token = accessTokens('token', grantFile('r'));
    const url = `smtp://bounces@127.0.0.1:${dovecot.submissionPort}?maxConnections=1`;
    await token.get();
    tokens.revokeAll();
    const transport = smtpTransport(url, { insecure: true, token });
    expect(await transport.send(mail('ada@example.org'))).toMatchObject({
      concerns: 'server',
      hopeless: true,
      code: 535,
    });
    expect(await transport.send(mail('ada@example.org'))).toBeUndefined();
    await transport.close();
  });

  test('a refresh token that is not good any more is told with what to do', async () => {
    const transport = transportWith('revoked');
    const { message } = (await transport.send(mail('ada@example.org')))!;
    expect(message).toMatch(/gave no access token: invalid_grant\. Sign in again/);
    await transport.close();
  });

  test('the bounce mailbox is read with them, also after the first one was revoked', async () => {
    const database = await usualDatabases()[0]!.open();
    const file = grantFile('r');
    const address = `imap://bounces@127.0.0.1:${dovecot.port}/INBOX`;
    const connect = bounceMailbox({ bounceMailbox: address, bounceMailboxTokenFile: file }, {})!;
    await connect();
    tokens.revokeAll();
    const failures: string[] = [];
    const collector = collectBounces(database.kysely, connect, (line) => failures.push(line));
    const readAt = async () =>
      (await new BounceSources(database.kysely).list()).find(({ name }) => name === 'mailbox')?.readAt ?? null;
    await expect.poll(readAt, patient).not.toBeNull();
    expect(failures).toHaveLength(1);
    await collector.close();
  });
});
