import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildImage, chrooted } from '../src/image.ts';
import { bareDebian, missing } from './debian.ts';

const why = missing('debootstrap', 'buildah', 'crun', 'strip');
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
    const bundle = join(directory, 'bundle');
    mkdirSync(bundle);
    const { OCIv1: image } = JSON.parse(buildah('inspect', container));
    const root = buildah('mount', container);
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(readOnly(root, image.config)));
    const options = ['--cgroup-manager=disabled', '--root', join(directory, 'crun')];
    const crun = spawn('crun', [...options, 'run', '--bundle', bundle, 'mailwright'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [crun.stdout, crun.stderr]) stream.on('data', (chunk) => (text += chunk));
    const ended = once(crun, 'exit');
    const { Healthcheck } = JSON.parse(buildah('inspect', container)).Docker.config;
    const [, ...check] = Healthcheck.Test;
    const isHealthy = () => spawnSync('crun', [...options, 'exec', 'mailwright', ...check]).status === 0;
    while (!isHealthy()) {
      if (crun.exitCode !== null) throw new Error(text);
      await setTimeout(200);
    }
    expect(text).toContain('Mailwright is ready.');
    expect(
      spawnSync('crun', [...options, 'exec', 'mailwright', 'node', '-e', 'fs.writeFileSync("/x", "")']).status,
    ).toBe(1);
    execFileSync('crun', [...options, 'kill', 'mailwright', 'SIGTERM']);
    const [code] = await ended;
    expect(text).toContain('Stopping …');
    expect(code).toBe(0);
  });
});

interface ImageConfig {
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
}

/** As `--read-only --cap-drop all --tmpfs /tmp` asks a runtime, with the data in memory and no network. */
function readOnly(path: string, { Env, Entrypoint, Cmd }: ImageConfig) {
  const tmpfs = (destination: string, mode: string) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', `mode=${mode}`, 'uid=10001', 'gid=10001'],
  });
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid: 10001, gid: 10001 },
      args: [...Entrypoint, ...Cmd],
      env: Env,
      cwd: '/',
      noNewPrivileges: true,
      capabilities: { bounding: [], effective: [], permitted: [] },
    },
    root: { path, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      tmpfs('/tmp', '1777'),
      tmpfs('/var/lib/mailwright', '700'),
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts', 'network'].map((type) => ({ type })) },
  };
}
