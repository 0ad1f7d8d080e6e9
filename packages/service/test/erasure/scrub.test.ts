import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { scrubTask } from '../../src/people/erasure/scrub-task.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { live } from './life.ts';
import { filesWith } from './traces.ts';

const name = 'zacharias7f3';
const never = new AbortController().signal;

/** A contact went through everything among others, samples of values were taken, and it was erased. */
async function erased(service: TestService): Promise<void> {
  const id = await live(service, name);
  const others = Array.from({ length: 200 }, (_, i) => ({ email: `reader-${i}@example.org` }));
  await service.client.contacts.synchronize({ body: others }).orThrow();
  await sql`analyze`.execute(service.db);
  expect(await samples(service)).toBe(true);
  await service.client.contacts.delete({ id }).orThrow();
}

async function samples({ db }: TestService): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select bool_or(s::text like ${`%${name}%`}) as found from pg_stats as s`.execute(db);
  return rows[0]!.found;
}

const dayLater = ({ db }: TestService) =>
  db.updateTable('erasure').set({ at: sql<Date>`at - interval '1 day'` }).execute();

async function scrub(service: TestService, kind: Database['kind']): Promise<void> {
  const job = scrubTask(kind);
  expect(await job.run(service.db, never), 'not before a day is over').toBe(false);
  await dayLater(service);
  await job.run(service.db, never); // unless the service itself is faster
  const left = service.db.selectFrom('erasure').select('scrubbed');
  await vi.waitFor(async () => expect(await left.execute()).toEqual([{ scrubbed: true }]));
  expect(await job.run(service.db, never), 'once').toBe(false);
}

describe.each(databases().filter(({ kind }) => kind === 'server'))('a day after an erasure on $kind', ({ open }) => {
  test('no sample of the planner has it', async () => {
    const service = await startTestService(await open());
    await erased(service);
    await scrub(service, 'server');
    expect(await samples(service)).toBe(false);
    await service.close();
  });
});

test('the files of the embedded database hold remains for a day, and then nothing', async () => {
  const dataDir = temporaryDirectory();
  const service = await startTestService(await openServiceDatabase({ dataDir }));
  await erased(service);
  await sql`checkpoint`.execute(service.db);
  expect(filesWith(dataDir, name), 'what the scrub is for').not.toEqual([]);
  await scrub(service, 'embedded');
  expect(filesWith(dataDir, name)).toEqual([]);
  await service.close();
  expect(filesWith(dataDir, name)).toEqual([]);
});
