import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownIdentity } from './certificate.ts';
import { namesOwnHost } from './own-hosts.ts';

const directory = mkdtempSync(join(tmpdir(), 'own-hosts-'));
let certificate: string;
beforeAll(async () => {
  certificate = (await ownIdentity(directory)).cert;
});
afterAll(() => rmSync(directory, { recursive: true }));

test.each([
  ['https://localhost:8443/1.0/mailings', true],
  ['https://localhost', true],
  ['https://127.0.0.1:8443/1.0', true],
  ['https://192.0.2.7:8443/1.0', true],
  ['https://[2001:db8::7]/1.0', true],
  ['https://192.0.2.8:8443/1.0', false],
  ['https://evil.example/1.0', false],
  ['https://localhost.evil.example/1.0', false],
  ['https://localhost@evil.example/1.0', false],
  ['https:///1.0', false],
  ['https://a b/1.0', false],
])('%s is own: %s', (url, wanted) => {
  expect(namesOwnHost(url, certificate, () => ['192.0.2.7', '2001:db8::7'])).toBe(wanted);
});
