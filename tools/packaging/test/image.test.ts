import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildImage, chrooted } from '../src/image.ts';
import { bareDebian, missing } from './debian.ts';

const why = missing('debootstrap', 'buildah', 'unshare', 'nsenter', 'ip', 'strip');
/** Most bytes of the image, unpacked. */
const most = 200e6;

describe.skipIf(why)(`the image${why ? ` (left out: ${why})` : ''}`, () => {
  /** Images and containers of this test alone. */
  let directory: string;
  const buildah = (...args: string[]) => {
    const env = { ...process.env, ...chrooted, CONTAINERS_STORAGE_CONF: join(directory, 'storage.conf') };
    return execFileSync('buildah', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  };

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'mailwright-image-'));
    const storage = `[storage]\ndriver = "vfs"\ngraphroot = "${directory}/images"\nrunroot = "${directory}/run"\n`;
    writeFileSync(join(directory, 'storage.conf'), storage);
    process.env.CONTAINERS_STORAGE_CONF = join(directory, 'storage.conf');
    const base = buildah('from', 'scratch');
    buildah('add', '--quiet', base, bareDebian(), '/');
    buildah('commit', '--quiet', '--rm', base, 'bare-debian');
    buildImage({ tree: inject('tree'), version: '0.1.0', base: 'localhost/bare-debian', output: directory });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('is small and lists what is in it', () => {
    const mounted = buildah('mount', buildah('from', 'mailwright:0.1.0'));
    const bytes = Number(execFileSync('du', ['-sb', mounted], { encoding: 'utf8' }).split('\t')[0]);
    console.log(`Image: ${(bytes / 1e6).toFixed(0)} MB`);
    expect(bytes).toBeLessThanOrEqual(most);
    const sbom = JSON.parse(readFileSync(join(mounted, 'usr/share/mailwright.cdx.json'), 'utf8'));
    expect(sbom.components.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['fastify', 'pg']),
    );
    expect(spawnSync('test', ['-e', join(mounted, 'bin/sh')]).status).toBe(1);
  });

  test('answers with a read-only root, without privileges, and ends on SIGTERM', async () => {
    const container = buildah('from', 'mailwright:0.1.0');
    const { OCIv1: image, Docker } = JSON.parse(buildah('inspect', container));
    const { Env, Entrypoint, Cmd, User } = image.config;
    expect(User).toBe('10001:10001');
    const root = buildah('mount', container);
    const env = Object.fromEntries(Env.map((line: string) => line.split(/=(.*)/s)));
    // The program of the image is found first, those of this machine for what comes before it.
    env.PATH = `${env.PATH}:${process.env.PATH}`;
    const script = join(import.meta.dirname, 'read-only.sh');
    const namespaces = ['--mount', '--pid', '--fork', '--net', '--ipc', '--uts'];
    const runtime = spawn('unshare', [...namespaces, 'sh', script, root, ...Entrypoint, ...Cmd], { env });
    let text = '';
    for (const stream of [runtime.stdout, runtime.stderr]) stream.on('data', (chunk) => (text += chunk));
    const ended = once(runtime, 'exit');
    const inside = (...command: string[]) => {
      const main = readFileSync(`/proc/${runtime.pid}/task/${runtime.pid}/children`, 'utf8').trim();
      const place = ['-t', main, '-m', '-p', '-n', 'chroot', `--userspec=${User}`, root];
      return { main: Number(main), ...spawnSync('nsenter', [...place, ...command], { env, encoding: 'utf8' }) };
    };
    const check = Docker.config.Healthcheck.Test.slice(1);
    // The address answers before the service has said that it is ready, and takes signals only then.
    while (!text.includes('Stop it with')) {
      if (runtime.exitCode !== null) throw new Error(text);
      await setTimeout(200);
    }
    expect(inside(...check).status).toBe(0);
    const { main, stderr } = inside('node', '-e', 'fs.writeFileSync("/x", "")');
    expect(stderr).toContain('EROFS');
    const status = readFileSync(`/proc/${main}/status`, 'utf8').split('\n');
    expect(status).toEqual(expect.arrayContaining(['CapEff:\t0000000000000000', 'NoNewPrivs:\t1']));
    process.kill(main, 'SIGTERM');
    const [code] = await ended;
    expect(text).toContain('Stopping …');
    expect(code).toBe(0);
  });
});
