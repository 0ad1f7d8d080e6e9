import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accessTokens } from './access-token.ts';

const path = () => join(mkdtempSync(join(tmpdir(), 'mailwright-oauth-')), 'token');

/** A token endpoint that answers requests in turn; notes their parameters. */
async function endpoint(...answers: { status?: number; body: object }[]) {
  const requests: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    requests.push(Object.fromEntries(new URLSearchParams(text)));
    const { status = 200, body } = answers[Math.min(requests.length, answers.length) - 1]!;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token` };
}

test('a token in a file is read each time, because another program renews it', async () => {
  const file = path();
  writeFileSync(file, 'first\n');
  const tokens = accessTokens('token', file);
  expect(await tokens.get()).toBe('first');
  writeFileSync(file, 'second\n');
  expect(await tokens.get()).toBe('second');
});

test('a refresh token is turned into access tokens, one for all who ask until it expires or is refused', async () => {
  const { url, requests } = await endpoint(
    { body: { access_token: 'a1', expires_in: 3600 } },
    { body: { access_token: 'a2', expires_in: 3600 } },
    { body: { access_token: 'a3', refresh_token: 'r2' } },
  );
  const file = path();
  const grant = { token_url: url, client_id: 'id', client_secret: 'secret', refresh_token: 'r1', scope: 'mail' };
  writeFileSync(file, JSON.stringify(grant));
  const tokens = accessTokens('token', file);
  expect(await Promise.all([tokens.get(), tokens.get()])).toEqual(['a1', 'a1']);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 3541 * 1000);
  onTestFinished(() => clock.mockRestore());
  expect([await tokens.get(), await tokens.get()]).toEqual(['a2', 'a2']);
  tokens.forget();
  expect(await tokens.get()).toBe('a3');
  const { token_url, ...sent } = grant;
  expect(requests).toEqual(Array(3).fill({ grant_type: 'refresh_token', ...sent }));
  // A refresh token that the server replaces is kept.
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...grant, refresh_token: 'r2' });
});

test('a client without a refresh token asks in its own name', async () => {
  const { url, requests } = await endpoint({ body: { access_token: 'a' } });
  const file = path();
  writeFileSync(file, JSON.stringify({ token_url: url, client_id: 'id', client_secret: 's', scope: 'x' }));
  expect(await accessTokens('token', file).get()).toBe('a');
  expect(requests).toEqual([{ grant_type: 'client_credentials', client_id: 'id', client_secret: 's', scope: 'x' }]);
});

test('a refusal is told with the words of the server and what to do', async () => {
  const { url } = await endpoint({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Token has been revoked' },
  });
  const file = path();
  writeFileSync(file, JSON.stringify({ token_url: url, client_id: 'id', refresh_token: 'r' }));
  await expect(accessTokens('--smtp-token-file', file).get()).rejects.toThrow(
    /^--smtp-token-file: 127\.0\.0\.1:\d+ gave no access token: invalid_grant: Token has been revoked\. Sign in again/,
  );
});

test.each([
  ['', 'must contain exactly one line'],
  ['a\nb', 'must contain exactly one line'],
  ['{', 'neither a token nor valid JSON'],
  ['{"client_id": "x"}', 'must contain token_url and client_id'],
  ['{"client_id": "x", "token_url": "http://example.com/token"}', 'must be an https URL'],
])('a file with %j is refused at once', (text, message) => {
  const file = path();
  writeFileSync(file, text);
  expect(() => accessTokens('token', file)).toThrow(message);
});

test('a file that is not there is refused at once', () => {
  expect(() => accessTokens('token', path())).toThrow('does not exist');
});
