import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { afterEach, describe, expect, test } from 'vitest';
import { controlAddress } from '../../src/app/control/address.ts';
import { serveControl } from '../../src/app/control/server.ts';
import { lockDataDirectory } from '../../src/platform/database/embedded/lock.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { type Command, freshDirectory, runMailwright, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

const running: Command[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

async function start(dataDir: string, args: string[] = []) {
  const service = await startService(dataDir, args);
  running.push(service);
  const fetch = trusting(join(dataDir, 'tls', 'certificate.pem'));
  return { ...service, client: (apiKey: string) => createClient({ baseUrl: service.baseUrl, apiKey, fetch }) };
}

describe('serve', () => {
  test('the first start prints a key that works and a curl line that works', async () => {
    const dataDir = freshDirectory();
    const service = await start(dataDir);
    expect((await service.client(service.key).ping.pingDelete({})).status).toBe(200);
    const [, line] = await service.printed(/^ {2}(curl .*)$/m);
    const answer = execFileSync('sh', ['-c', `${line} --silent --fail`], { encoding: 'utf8' });
    expect(answer).toContain('<name>FIRSTNAME</name><value>Ada</value>');
    expect(statSync(dataDir).mode & 0o077).toBe(0);
  });

  test('--key chooses the key; a second start keeps data and certificate and does not print it again', async () => {
    const dataDir = freshDirectory();
    const key = 'chosen-by-the-user-1';
    const first = await start(dataDir, ['--key', key]);
    expect(first.output(), 'nobody finds it in a log').not.toContain(key);
    expect(first.output()).toMatch(/can read --key in the process list; use --key-file or MAILWRIGHT_KEY instead/);
    const id = await first.client(key).mailings.create({ name: 'Kept', subject: 'x' }).orThrow();
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const second = await start(dataDir);
    expect(second.output()).not.toContain(key);
    expect(await second.client(key).mailings.getName({ mailingid: id }).orThrow()).toBe('Kept');
  });

  test('two starts at once on the same data: one runs, the other says so and stops', async () => {
    const dataDir = freshDirectory();
    const args = ['serve', '--data', dataDir, '--port', '0', '--http-port', '0'];
    const both = [runMailwright(args), runMailwright(args)];
    running.push(...both);
    const loser = await Promise.race(both.map(({ ended }) => ended));
    expect(loser.code).toBe(1);
    expect(loser.stderr).toMatch(/^mailwright: The data directory .* is in use by another Mailwright/m);
    expect(loser.stderr).toContain('--data');
    const winner = both.find(({ child }) => child.exitCode === null)!;
    await winner.printed(/Mailwright is ready/);
  });

  test('a command waits for a service that is starting, and reaches it', async () => {
    const dataDir = await usedDirectory();
    const release = lockDataDirectory(dataDir);
    const command = runMailwright(['accounts', 'list', '--data', dataDir]);
    running.push(command);
    await command.printed(/Waiting for the process that uses/);
    const asked: string[] = [];
    const listAccounts = async () => {
      asked.push('listAccounts');
      return [];
    };
    const control = await serveControl(controlAddress(dataDir), { listAccounts });
    const { code, stderr } = await command.ended;
    await control.close();
    release();
    expect({ code, asked, stderr }).toEqual({ code: 0, asked: ['listAccounts'], stderr: expect.any(String) });
  });

  test('a port in use is named', async () => {
    const first = await start(await usedDirectory());
    const port = new URL(first.baseUrl).port;
    const second = await runMailwright(['serve', '--data', await usedDirectory(), '--port', port, '--http-port', '0'])
      .ended;
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`port ${port} is already in use`);
  });

  test.each(['--http-port', '--bounce-port'])(
    'a %s in use is told in one sentence, and nobody was answered before',
    async (option) => {
      const other = createServer();
      await once(other.listen(0, '127.0.0.1'), 'listening');
      const { port: taken } = other.address() as AddressInfo;
      const free = createServer();
      await once(free.listen(0, '127.0.0.1'), 'listening');
      const { port } = free.address() as AddressInfo;
      await once(free.close(), 'close');
      let answers = 0;
      const ask = () => {
        const socket = connect(port, '127.0.0.1', () => answers++);
        socket.on('error', () => {}).on('connect', () => socket.destroy());
      };
      const asking = setInterval(ask, 2);
      const ports = ['--port', String(port), '--http-port', '0', '--bounce-domain', 'bounces.example.org'];
      const args = ['serve', '--data', await usedDirectory(), ...ports, option, String(taken)];
      const { code, stderr } = await runMailwright(args).ended;
      clearInterval(asking);
      other.close();
      expect([code, answers]).toEqual([1, 0]);
      expect(stderr).toMatch(new RegExp(`^mailwright: port ${taken} is already in use\\. [^\n]*\n$`));
    },
  );

  test.each([
    [['serve', '--port', 'many'], '--port'],
    [['serve', '--smtp', 'mail.example.com'], '--smtp'],
    [['serve', '--key', 'short'], '12 to 265'],
    [['keys', 'create', '--rights', 'get,admin'], '"admin"'],
    [['keys', 'create', '--expires', 'soon'], '90d'],
    [['start'], 'unknown command'],
  ])('%j is refused with a hint', async (args, hint) => {
    const { code, stderr } = await runMailwright(args).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain('    at ');
  });
});

describe('keys, beside a running service', () => {
  test('create, use, list, revoke', async () => {
    const dataDir = await usedDirectory();
    const service = await start(dataDir);
    const keys = (...args: string[]) => runMailwright(['keys', ...args, '--data', dataDir]).ended;

    const made = await keys(
      'create',
      '--rights',
      'get',
      '--expires',
      '90d',
      '--label',
      'reports',
      '--creator',
      'Grace',
    );
    expect(made.code, made.stderr).toBe(0);
    const key = made.stdout.trim();
    const { ping } = service.client(key);
    expect([(await ping.pingGet({})).status, (await ping.pingPost({})).status]).toEqual([200, 403]);

    const listed = await keys('list');
    expect(listed.stdout).toMatch(new RegExp(`${key.slice(0, 8)}…\\s+reports\\s+Grace\\s+get .* valid`));
    expect(listed.stdout).not.toContain(key);

    const id = /Key (\d+)/.exec(made.stderr)![1]!;
    expect((await keys('revoke', id)).code).toBe(0);
    expect((await ping.pingGet({})).status).toBe(401);
    const again = await keys('revoke', id);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`no valid key ${id}`)]);
  });

  test('without a running service the database is opened itself', async () => {
    const dataDir = await usedDirectory();
    const service = await start(dataDir);
    service.child.kill('SIGKILL');
    await service.ended;
    const listed = await runMailwright(['keys', 'list', '--data', dataDir]).ended;
    expect(listed.stdout).toContain('first key');
  });
});
