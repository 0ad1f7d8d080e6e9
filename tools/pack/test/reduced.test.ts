import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeModules } from '../../packaging/src/tree.ts';
import { serve } from './service.ts';

/** The package for Debian and the image leave out what nobody reads. They are built in `npm run test:deep` only. */

const directory = mkdtempSync(join(tmpdir(), 'mailwright-reduced-'));
beforeAll(() => writeModules(join(directory, 'node_modules')));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('what operators install starts and has its pages', async () => {
  const data = join(directory, 'data');
  const program = join(directory, 'node_modules/mailwright/bin/mailwright.js');
  const service = await serve(directory, [process.execPath, program, 'serve'], data);
  try {
    const ca = readFileSync(join(data, 'tls/certificate.pem'));
    const read = (path: string) =>
      new Promise<string>((resolve, reject) => {
        get(`${service.address}${path}`, { ca }, (answer) => resolve(text(answer))).on('error', reject);
      });
    expect(await read('/docs/reference/contacts/countContacts')).toContain('<h1>Count contacts');
    expect(await read('/docs/reference/contacts/countContacts.md')).toContain('# Count contacts');
    expect(await read('/docs/openapi.json')).toContain('"countContacts"');
    expect(await read('/console')).toContain('<form');
  } finally {
    await service.stop();
  }
});
