import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TlsIdentity } from './certificate.ts';
import { ownIdentity } from './certificate.ts';
import { watchIdentity } from './identity-watch.ts';

const made = (year: number) =>
  ownIdentity(mkdtempSync(join(tmpdir(), 'mailwright-tls-')), new Date(`${year}-01-01T00:00:00Z`));

test('a renewed certificate is shown once, a broken one never, and its fault is told once', async () => {
  const [first, second] = await Promise.all([made(2031), made(2032)]);
  let found: TlsIdentity | Error = first;
  const seen: string[] = [];
  const watch = watchIdentity({
    first,
    read: async () => {
      if (found instanceof Error) throw found;
      return found;
    },
    show: ({ cert }) => seen.push(cert === second.cert ? 'second' : 'another'),
    log: (line) => seen.push(line),
  });
  for (const next of [first, new Error('it is empty'), new Error('it is empty'), second, second, new Error('gone')]) {
    found = next;
    await watch.look();
  }
  watch.close();
  expect(seen).toEqual([
    'The new certificate cannot be used, and the old one stays active: it is empty.',
    'second',
    'The certificate was renewed; it expires on 2033-02-01.',
    'The new certificate cannot be used, and the old one stays active: gone.',
  ]);
});

test('it looks by itself', async () => {
  const [first, second] = await Promise.all([made(2031), made(2032)]);
  const shown = Promise.withResolvers<TlsIdentity>();
  const watch = watchIdentity({ first, read: async () => second, show: shown.resolve, log: () => {}, everyMillis: 1 });
  expect(await shown.promise).toBe(second);
  watch.close();
});
