import { join } from 'node:path';
import { type Client, createClient } from '@mailwright/client';
import { expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

const writers = 4;

/** Creates mailings with a property each until the service is gone; gives the names that were answered with 2xx. */
async function writeUntilGone(client: Client, writer: number, answered: (name: string) => void): Promise<void> {
  for (let i = 0; ; i++) {
    const name = `w${writer} n${i}`;
    const created = await client.mailings.create({ name, subject: 'x' });
    if (!created.ok) return;
    const added = await client.mailingProperties.add({ mailingid: created.data, body: [{ key: 'name', value: name }] });
    if (!added.ok) return;
    answered(name);
  }
}

test.each(deep ? [5, 40, 90] : [40])(
  'kill -9 after %i answered writes: all of them are there after a restart',
  async (killAfter) => {
    const dataDir = await usedDirectory();
    const key = 'key-that-survives-1';
    const connect = (baseUrl: string) => {
      const fetch = trusting(join(dataDir, 'tls', 'certificate.pem'));
      return createClient({ baseUrl, apiKey: key, retries: 0, fetch });
    };

    const first = await startService(dataDir, ['--key', key]);
    const client = connect(first.baseUrl);
    const answered = new Set<string>();
    const note = (name: string) => {
      answered.add(name);
      if (answered.size === killAfter) first.child.kill('SIGKILL');
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => writeUntilGone(client, writer, note)));
    await first.ended;
    expect(answered.size).toBeGreaterThanOrEqual(killAfter);

    const second = await startService(dataDir);
    try {
      const reader = connect(second.baseUrl);
      const mailings = await reader.mailings.listByStates.all({ fields: ['name'], page_size: 1000 }).toArray();
      const kept = new Map(mailings.map(({ id, fields }) => [fields[0]!.value!, id]));
      expect([...answered].filter((name) => !kept.has(name))).toEqual([]);
      for (const name of answered) {
        const properties = await reader.mailingProperties.getAll({ mailingid: kept.get(name)! }).orThrow();
        expect(properties).toEqual([{ key: 'name', value: name }]);
      }
    } finally {
      second.child.kill('SIGKILL');
      await second.ended;
    }
  },
);
