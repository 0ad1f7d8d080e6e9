import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { controlAddress } from './address.ts';
import { askControl } from './client.ts';
import { type ControlServer, serveControl } from './server.ts';

let server: ControlServer | undefined;
afterEach(() => server?.close());

const actions = {
  add: async ({ a, b }: { a: number; b: number }) => a + b,
  nothing: async () => undefined,
  fail: async () => {
    throw new Error('it failed');
  },
};

test('actions are called by name and answer their result or their error', async () => {
  const address = controlAddress(mkdtempSync(join(tmpdir(), 'mailwright-control-')));
  server = await serveControl(address, actions);
  expect(await askControl(address, 'add', { a: 2, b: 3 })).toBe(5);
  expect(await askControl(address, 'nothing', {})).toBeNull();
  await expect(askControl(address, 'fail', {})).rejects.toThrow('it failed');
  await expect(askControl(address, 'constructor', {})).rejects.toThrow('no action constructor');
});

test('a socket that a killed process left is replaced', async () => {
  const address = controlAddress(mkdtempSync(join(tmpdir(), 'mailwright-control-')));
  writeFileSync(address, '');
  server = await serveControl(address, actions);
  expect(await askControl(address, 'add', { a: 1, b: 1 })).toBe(2);
});

test('the socket of a directory with a long path is in there too, and for its owner only', async () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'mailwright-control-')), 'd'.repeat(200));
  mkdirSync(directory, { mode: 0o700 });
  expect(Buffer.byteLength(controlAddress(directory))).toBeLessThan(100);
  server = await serveControl(controlAddress(directory), actions);
  expect(statSync(join(directory, 'control.sock')).mode & 0o777).toBe(0o600);
  expect(await askControl(controlAddress(directory), 'add', { a: 2, b: 2 })).toBe(4);
});
