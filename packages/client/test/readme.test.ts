import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

const list = `<mailings><mailing><id>7</id><fields><field><name>name</name><value>Spring</value></field></fields></mailing></mailings>`;
const answers: Record<string, [status: number, body: string]> = {
  'POST /1.0/mailings?name=Spring&subject=Spring%20has%20come': [201, '<id>7</id>'],
  'POST /1.0/mailings/7/contents/html': [200, ''],
  'GET /1.0/mailings/filter/states?states=draft&fields=name': [200, list],
  'GET /1.0/mailings/7/name': [200, '<name>Spring</name>'],
};

test('the first lines of the README work', async () => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    seen.push(line);
    const [status, body] = answers[line] ?? [404, ''];
    const headers = { 'content-type': 'application/vnd.service.api+xml', 'x-items': 1, 'x-pages': 1 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const program = code.replace('https://localhost:8443', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', program], {
      cwd: folder,
      env: { ...process.env, MAILWRIGHT_KEY: 'key' },
    });
    expect((await run).stdout).toBe('7 Spring\nSpring\n');
    expect(seen).toEqual(Object.keys(answers));
  } finally {
    server.close();
  }
});
