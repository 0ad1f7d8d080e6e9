import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { freshDirectory, startService } from '../support/process.ts';

/** The tables of the guide are the test: what they say is typed, and what comes back must be what they say. */
const guide = readFileSync(
  fileURLToPath(new URL('../../../../docs/guides/common-mistakes.md', import.meta.url)),
  'utf8',
);
const rows = [...guide.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)].map(([, typed, said]) => [typed!, said!] as const);
const commands = rows.filter(([typed]) => typed.startsWith('mailwright '));
const requests = rows.filter(([typed]) => !typed.startsWith('mailwright '));

const files: Record<string, string | Buffer> = {
  'readers.csv': 'Email,First name\nreader@example.org,Ada\n',
  'readers.xlsx': Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14]),
  'readers.xls': Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
  'readers.json': '[{"email":"reader@example.org"}]',
  'readers.csv.gz': gzipSync('Email\n'),
  'readers.pdf': '%PDF-1.7\n',
  'latin1.csv': Buffer.from('Email,Name\nreader@example.org,Jos\u00e9\n', 'latin1'),
  'empty.csv': '',
  'no-email.csv': 'First name,City\nAda,Paris\n',
  'faulty.csv': 'Email\nreader@example.org\nnobody\n',
  'broken.xml': '<contacts><contact></contacts>',
};

let service: Awaited<ReturnType<typeof startService>>;
let directory: string;
let ports: { PORT: string; HTTP_PORT: string };
beforeAll(async () => {
  directory = freshDirectory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  mkdirSync(join(directory, 'directory'));
  const httpPort = String(await freePort());
  service = await startService(join(directory, 'mailwright-data'), ['--http-port', httpPort]);
  ports = { PORT: new URL(service.baseUrl).port, HTTP_PORT: httpPort };
});
afterAll(async () => {
  service?.child.kill('SIGTERM');
  await service?.ended;
});

const filled = (text: string) => text.replaceAll('HTTP_PORT', ports.HTTP_PORT).replaceAll('PORT', ports.PORT);
/** What a row says as a pattern, whatever the white space. */
const pattern = (said: string) =>
  new RegExp(
    filled(said)
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
      .join('[^]*'),
  );

test('there are forty rows and more', () => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(new Set(rows.map(([typed]) => typed)).size).toBe(rows.length);
});

describe('commands', () => {
  test.each(commands)('%s', async (typed, said) => {
    const args = filled(typed).split(' ').slice(1);
    if (args[0] === 'serve') args.push('--http-port', '0');
    const output = await new Promise<string>((resolve) => {
      const child = execFile(
        process.execPath,
        [inject('program'), ...args],
        { cwd: directory, env: { ...process.env, NODE_ENV: 'production' } },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      );
      child.stdin?.end();
    });
    expect(output).toMatch(pattern(said));
    expect(output).not.toMatch(/\n\s+at .*\.ts:|ENOENT: /);
  });
});

describe('requests', () => {
  test.each(requests)('%s', async (typed, said) => {
    const [, method = 'GET', address = '', body] = /^(?:(GET|POST|PATCH) )?(\S+)(?: \[(.*)\])?$/.exec(filled(typed))!;
    const url = address.startsWith('http') ? address : new URL(address, service.baseUrl).href;
    const { status, text } = await send(url, method, body);
    expect(`${status} ${text}`).toMatch(pattern(said));
  });
});

function send(url: string, method: string, body?: string): Promise<{ status: number; text: string }> {
  const ca = readFileSync(join(directory, 'mailwright-data/tls/certificate.pem'));
  const type = 'application/vnd.service.api+xml';
  const headers = { authorization: `Bearer ${service.key}`, ...(method === 'POST' && { 'content-type': type }) };
  const secure = url.startsWith('https:');
  return new Promise((resolve, reject) => {
    const call = (secure ? request : plainRequest)(url, { method, headers, ...(secure && { ca }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode!, text: /<message>(.*?)<\/message>/s.exec(text)?.[1] ?? text }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
