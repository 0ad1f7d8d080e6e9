import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { type FileIdentity, ownIdentity } from '../../src/platform/http/certificate.ts';
import { readTrust } from '../../src/platform/http/trusted-proxy.ts';
import { usualDatabases } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { readGuide } from '../support/guide.ts';
import { Program } from '../support/program.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The configurations of the guide, with the real programs before a service and before a server that says what it gets. */
const { blocksOf } = readGuide('reverse-proxies');
const host = 'news.example.com';

const find = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path));

interface Place {
  directory: string;
  /** Port of the proxy. */
  port: number;
  /** Port of what stands behind it. */
  upstream: number;
  tls: FileIdentity;
  keyFile: string;
}

/** Replaces a line of the guide, which must be there. */
function fit(text: string, changes: [from: string | RegExp, to: string][]): string {
  return changes.reduce((fitted, [from, to]) => {
    const next = fitted.replace(from, () => to);
    if (next === fitted) throw new Error(`The guide lacks ${from}`);
    return next;
  }, text);
}

const proxies: { name: string; start(program: string, place: Place): Program }[] = [
  {
    name: 'nginx',
    start(program, { directory, port, upstream, tls, keyFile }) {
      const server = fit(blocksOf('nginx')[0]!, [
        ['listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`],
        [/ {2}listen \[::\].*\n/, ''],
        ['/etc/ssl/news.example.com.pem', tls.certFile],
        ['/etc/ssl/private/news.example.com.key', keyFile],
        [':8443', `:${upstream}`],
      ]);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${directory}/${kind};`,
      );
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const text = `${user}daemon off; pid ${directory}/pid; error_log stderr; events {}
http { access_log off; ${temporary.join(' ')}\n${server}\n}`;
      writeFileSync(join(directory, 'nginx.conf'), text);
      const command = [program, '-e', 'stderr', '-p', directory, '-c', join(directory, 'nginx.conf')];
      return new Program(command, { log: join(directory, 'log') });
    },
  },
  {
    name: 'caddy',
    start(program, { directory, port, upstream, tls, keyFile }) {
      const site = fit(blocksOf('caddy')[0]!, [
        [`${host} {`, `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${tls.certFile} ${keyFile}`],
        [':8443', `:${upstream}`],
      ]);
      writeFileSync(join(directory, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
      const command = [program, 'run', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')];
      return new Program(command, { log: join(directory, 'log'), env: { HOME: directory } });
    },
  },
];

interface Asked {
  port: number;
  path: string;
  headers?: Record<string, string>;
  /** Address of the client. */
  from?: string;
  body?: Buffer;
  /** Gets the first part of the answer. */
  begun?: (part: string) => void;
}

function ask({
  port,
  path,
  headers,
  from = '127.0.0.1',
  body,
  begun,
}: Asked): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const options = { host: '127.0.0.1', port, path, localAddress: from, servername: host, rejectUnauthorized: false };
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request({ ...options, method, headers: { host, ...headers }, agent: false }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      if (text === '') begun?.(part);
      text += part;
    });
    answer.once('end', () => resolve({ status: answer.statusCode!, text }));
    answer.once('error', reject);
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

describe.each(proxies)('$name with the configuration of the guide', ({ name, start }) => {
  const program = find(name);
  if (program === undefined) console.log(`No ${name} before a service: its Debian package is not installed.`);
  const [database] = usualDatabases();
  let service: TestService;
  let plain: Server;
  let tls: FileIdentity;
  let keyFile: string;
  let release: () => void;

  beforeAll(async () => {
    if (program === undefined) return;
    service = await startTestService(await database!.open(), undefined, {}, { trustsHop: readTrust('1') });
    const directory = mkdtempSync(join(tmpdir(), 'mailwright-proxy-'));
    tls = await ownIdentity(directory);
    keyFile = join(directory, 'key.pem');
    plain = createServer({ key: tls.key, cert: tls.cert }, async (request, response) => {
      if (request.url === '/slow') {
        response.write('first ');
        release = () => response.end('last');
        return;
      }
      let bytes = 0;
      for await (const part of request) bytes += part.length;
      response.end(JSON.stringify({ bytes, headers: request.headers }));
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
  });
  afterAll(async () => {
    await service?.close();
    plain?.close();
  });

  const startBefore = async (upstream: number) => {
    const directory = mkdtempSync(join(tmpdir(), 'mailwright-proxy-'));
    mkdirSync(join(directory, 'logs'));
    const port = await freePort();
    const running = start(program!, { directory, port, upstream, tls, keyFile });
    onTestFinished(() => running.end('SIGTERM'));
    await until(`a start of ${name}: ${running.output}`, () => ask({ port, path: '/health' }), { every: 20 });
    return port;
  };
  const startBeforePlain = () => startBefore((plain.address() as AddressInfo).port);

  test.skipIf(program === undefined)('the service sees the client, whatever the client claims to be', async () => {
    const port = await startBefore(Number(new URL(service.origin).port));
    const key = generateKey();
    const about = { label: 'test', rights: ['get' as const], creator: 'test', expires_at: null };
    await insertKey(service.db, service.accountId, key, { ...about, networks: ['127.0.0.2/32'] });
    const ping = (from: string, headers: Record<string, string> = {}) =>
      ask({ port, path: '/1.0/ping', from, headers: { authorization: `Bearer ${key}`, ...headers } });
    expect((await ping('127.0.0.2')).status).toBe(200);
    expect((await ping('127.0.0.1', { 'x-forwarded-for': '127.0.0.2' })).status).toBe(403);
    expect((await ask({ port, path: '/health' })).status).toBe(200);
  });

  test.skipIf(program === undefined)('host and scheme arrive, and bodies of 9 MiB', async () => {
    const port = await startBeforePlain();
    const { status, text } = await ask({ port, path: '/upload', body: Buffer.alloc(9 * 1024 * 1024) });
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { bytes: 9 * 1024 * 1024, headers: { host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' } },
    ]);
  });

  test.skipIf(program === undefined)('an answer begins before it ends', async () => {
    const port = await startBeforePlain();
    const begun = (part: string) => {
      expect(part).toBe('first ');
      release();
    };
    expect(await ask({ port, path: '/slow', begun })).toEqual({ status: 200, text: 'first last' });
  });
});

test('the configuration of Traefik names one service in all places', () => {
  const { http } = parse(blocksOf('yaml')[0]!);
  const { service } = http.routers.mailwright;
  expect(Object.keys(http.services)).toEqual([service]);
  expect(Object.keys(http.serversTransports)).toEqual([http.services[service].loadBalancer.serversTransport]);
});
