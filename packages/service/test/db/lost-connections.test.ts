import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

let postgres: Postgres;
let service: TestService;
const log: string[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  const database = await openServiceDatabase({ databaseUrl: postgres.answer.url! }, { log: (line) => log.push(line) });
  service = await startTestService(database);
});
afterAll(async () => {
  await service.close();
  await postgres.stop();
});

/** Eight callers that make mailings until they are told to stop; what they were answered, and what they know is there. */
function startWriters() {
  const statuses = new Map<number, number>();
  const made: string[] = [];
  const faults: string[] = [];
  let stopped = false;
  let answered = 0;
  const waiting = new Map<() => void, number>();
  const write = async (writer: number) => {
    for (let n = 0; !stopped; n++) {
      const name = `lost ${writer} ${n} ${Math.random()}`;
      const path = `/mailings?${new URLSearchParams({ name, subject: 'x' })}`;
      const answer = await callRaw(service, { method: 'POST', path });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      answered++;
      for (const [reached, goal] of waiting) if (answered >= goal) reached();
      if (answer.status === 201) made.push(name);
      else if (answer.status !== 503 || !/^[15]$/.test(String(answer.headers['retry-after'])))
        faults.push(messageOf(answer));
    }
  };
  const writers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write));
  return {
    made,
    faults,
    statuses,
    /** Resolves when so many more were answered. */
    more: (count: number) => new Promise<void>((reached) => waiting.set(reached, answered + count)),
    stop: () => {
      stopped = true;
      return writers;
    },
  };
}

test.each([
  ['the server is restarted', () => postgres.restart()],
  [
    'every connection is cut',
    async () => {
      const other = new pg.Client(postgres.answer.url);
      await other.connect();
      for (let round = 0; round < 10; round++) {
        await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'mailwright' and pid <> pg_backend_pid()`);
      }
      await other.end();
    },
  ],
])(
  'under eight writers, %s: each is answered, with 503 at worst, and nothing acknowledged is lost',
  async (_, trouble) => {
    log.length = 0;
    const writers = startWriters();
    await writers.more(40);
    for (let round = 0; round < 3; round++) {
      await trouble();
      await writers.more(20);
    }
    await writers.stop();
    expect(writers.faults).toEqual([]);
    const stored = await service.db.selectFrom('mailing').select('name').where('name', 'in', writers.made).execute();
    expect(stored).toHaveLength(writers.made.length);
    expect(log).toContainEqual(expect.stringMatching(/^A connection to PostgreSQL was lost: /));
  },
);
