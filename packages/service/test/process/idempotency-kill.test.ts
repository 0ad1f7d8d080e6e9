import { join } from 'node:path';
import { type Client, createClient } from '@mailwright/client';
import { expect, test } from 'vitest';
import { usedDirectory } from '../support/data-directory.ts';
import { startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

const writers = 4;
const killAfter = 40;

/** Creates mailings, each under a key that is its name, until the service is gone; tells what was sent, and answered. */
async function writeUntilGone(
  client: Client,
  writer: number,
  sent: Map<string, number | undefined>,
  count: () => void,
) {
  for (let i = 0; ; i++) {
    const name = `w${writer}n${i}`;
    sent.set(name, undefined);
    const created = await client.mailings.create({ name, subject: 'x' }, { idempotencyKey: name });
    if (!created.ok) return;
    sent.set(name, created.data);
    count();
  }
}

test('after kill -9, what is repeated under its key is there once', async () => {
  const dataDir = await usedDirectory();
  const key = 'key-that-survives-2';
  const connect = (baseUrl: string) =>
    createClient({ baseUrl, apiKey: key, retries: 0, fetch: trusting(join(dataDir, 'tls', 'certificate.pem')) });

  const first = await startService(dataDir, ['--key', key]);
  const client = connect(first.baseUrl);
  const sent = new Map<string, number | undefined>();
  let answers = 0;
  const count = () => {
    answers += 1;
    if (answers === killAfter) first.child.kill('SIGKILL');
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => writeUntilGone(client, writer, sent, count)));
  await first.ended;

  const second = await startService(dataDir);
  try {
    const again = connect(second.baseUrl);
    const repeated = new Map<string, number>();
    for (const [name, id] of sent) {
      const repetition = await again.mailings.create({ name, subject: 'x' }, { idempotencyKey: name }).orThrow();
      if (id !== undefined) expect(repetition).toBe(id);
      repeated.set(name, repetition);
    }
    const mailings = await again.mailings.listByStates.all({ fields: ['name'], page_size: 1000 }).toArray();
    const there = mailings.map(({ id, fields }): [string, number] => [fields[0]!.value!, id]);
    expect(new Map(there.filter(([name]) => sent.has(name)))).toEqual(repeated);
    expect(there.filter(([name]) => sent.has(name))).toHaveLength(sent.size);
  } finally {
    second.child.kill('SIGKILL');
    await second.ended;
  }
});
