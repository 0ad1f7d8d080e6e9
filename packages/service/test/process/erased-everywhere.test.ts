import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { scrubTask } from '../../src/people/erasure/scrub-task.ts';
import { backUp } from '../../src/platform/database/backups/backup.ts';
import { startTracing } from '../../src/platform/tracing/start.ts';
import { live } from '../erasure/life.ts';
import { filesWith, tablesWith } from '../erasure/traces.ts';
import { administer } from '../support/administration.ts';
import { temporaryDirectory } from '../support/data-directory.ts';
import { startCollector } from '../support/otlp-collector.ts';
import { startTestService } from '../support/service.ts';

const name = 'zacharias7f3';
const metricsToken = 'only-for-the-watchers';

test('somebody who was erased stands in no file, trace, metric, bundle or later backup', async () => {
  const collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json');
  const endTracing = await startTracing();
  const dataDir = temporaryDirectory();
  const service = await startTestService(await openServiceDatabase({ dataDir }), undefined, {}, { metricsToken });
  const { client, db, outboxDirectory } = service;
  const id = await live(service, name);
  // What is refused is logged, and what fails is traced.
  expect((await client.contacts.createByEmail({ email: `${name} at home`, body: {} })).status).toBe(400);
  expect((await client.contacts.getByEmail({ email: `${name}@nowhere.example.org` })).status).toBe(404);
  expect((await service.fetch(`${service.origin}/1.0/${name}?email=${name}`)).status).toBe(401);
  expect((await service.fetch(`${service.origin}/c/${name}`)).status).toBe(404);
  expect(filesWith(outboxDirectory, name).length).toBeGreaterThan(0);
  await sql`checkpoint`.execute(db);
  const early = join(temporaryDirectory(), 'backup');
  await backUp(db, dataDir, early, () => {});
  expect(filesWith(early, name), 'a backup from before').not.toEqual([]);

  await client.contacts.delete({ id }).orThrow();
  await db.updateTable('erasure').set({ at: sql<Date>`at - interval '1 day'` }).execute();
  await scrubTask('embedded').run(db, new AbortController().signal); // unless the service itself is faster
  const left = db.selectFrom('erasure').select('scrubbed');
  await vi.waitFor(async () => expect(await left.execute()).toEqual([{ scrubbed: true }]));
  await vi.waitFor(() => expect(filesWith(outboxDirectory, name)).toEqual([]));

  const metrics = await service.fetch(`${service.origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const backup = join(temporaryDirectory(), 'backup');
  await backUp(db, dataDir, backup, () => {});
  const bundle = JSON.stringify(await administer(db).supportFacts({}));
  const tables = await tablesWith(db, name);
  await service.close();
  await endTracing();
  await collector.close();

  const texts = { metrics: await metrics.text(), bundle, traces: collector.text(), log: service.log.join('\n') };
  expect(collector.spans().length, 'traces were taken').toBeGreaterThan(100);
  expect(texts.metrics).toContain('mailwright_');
  const found = Object.entries(texts).filter(([, text]) => text.toLowerCase().includes(name));
  expect({ found, tables }).toEqual({ found: [], tables: [] });
  expect({ files: filesWith(dataDir, name), backup: filesWith(backup, name) }).toEqual({ files: [], backup: [] });
});
