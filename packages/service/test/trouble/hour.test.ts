import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { retrying } from '../../src/platform/database/retry.ts';
import { startPostgres } from '../support/postgres.ts';
import { type Mood, type ScriptedSmtp, startScriptedSmtp } from '../support/scripted-smtp.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { smallDisk } from '../support/small-disk.ts';

/**
 * A sendout through everything that goes wrong around it, while its minutes pass as fast as they can: what comes due in
 * the database is moved into the past, and the clock that measures pauses goes forward. `npm run test:deep` goes through it
 * several times.
 */
const rounds = deep ? 6 : 1;
/** Mails that must arrive in each trouble that lets some through. */
const some = deep ? 150 : 30;
const people = deep ? 6000 : 500;
const connections = 5;
const minute = 60_000;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

type Status = Awaited<ReturnType<ReturnType<TestService['client']['account']['getStatus']>['orThrow']>>;

/** Waits until `GET /account/status`, which the console shows, has what is looked for. */
const tells = ({ client }: TestService, what: string, isTold: (status: Status) => boolean) =>
  vi.waitFor(
    async () => {
      const status = await client.account.getStatus().orThrow();
      if (!isTold(status)) throw new Error(`The status does not tell ${what}: ${JSON.stringify(status)}`);
    },
    { timeout: 30_000, interval: 50 },
  );

/** Waits until mails are deferred with an answer. */
const defers = (service: TestService, answer: string) =>
  tells(service, answer, ({ sendouts: [sendout] }) =>
    Boolean(sendout && sendout.deferred > 0 && sendout.answers.some((each) => each.answer.includes(answer))),
  );

/** Milliseconds by which somebody has set the clock of the process. */
let step = 0;
function setClock(millis: number): void {
  step = millis;
  vi.setSystemTime(vi.getRealSystemTime() + step);
}

async function passMinute({ db }: TestService): Promise<void> {
  vi.advanceTimersByTime(minute);
  setClock(step);
  await retrying(() =>
    sql`update recipient set next_at = next_at - interval '1 minute' where next_at is not null`.execute(db),
  );
  await retrying(() => sql`update recipient_batch set due_at = due_at - interval '1 minute'`.execute(db));
}

async function start(service: TestService): Promise<number> {
  const body = Array.from({ length: people - 6 }, (_, number) => ({ email: `person-${number}@example.org` }));
  await service.client.contacts.synchronize({ body, permission: 5 }).orThrow();
  const mailingid = await createSendout(service);
  await service.client.mailings.setSpeedLevel({ mailingid, body: 'supersonic' }).orThrow();
  await service.client.mailings.sendNow({ mailingid }).orThrow();
  return mailingid;
}

/** Everybody has got the mail; twice only who was cut off when the server had it. */
async function expectAll(service: TestService, smtp: ScriptedSmtp, mailingid: number): Promise<void> {
  expect(await outcomes(service, mailingid)).toEqual({ sent: people });
  const copies = [...smtp.mails.values()];
  const doubled = copies.reduce((sum, ids) => sum + ids.length - 1, 0);
  expect(copies).toHaveLength(people);
  expect(doubled).toBeLessThanOrEqual(smtp.forgotten());
  for (const ids of copies) expect(new Set(ids).size, 'a copy has the same Message-ID').toBe(1);
  console.log(`${people} recipients: 0 lost, ${doubled} sent twice, ${smtp.forgotten()} cut off after the message`);
}

test('an hour of trouble: nothing is lost, nothing doubled beyond what was cut off, and the status says what happens', {
  timeout: deep ? 3_600_000 : 300_000,
}, async () => {
  const smtp = await startScriptedSmtp();
  closers.push(smtp.close);
  const postgres = await startPostgres();
  closers.push(postgres.stop);
  const database = await openServiceDatabase({ databaseUrl: postgres.answer.url! });
  const service = await startTestService(database, `${smtp.url}?maxConnections=${connections}`);
  closers.push(service.close);
  vi.useFakeTimers({ toFake: ['Date', 'performance'], shouldAdvanceTime: true });
  const mailingid = await start(service);

  /** The server takes nothing at all, until the sendout pauses by itself; then it recovers, and a person resumes. */
  const stalled = async (mood: Mood, answer: string) => {
    await smtp.become(mood);
    await defers(service, answer);
    const paused = async () => (await service.client.mailings.getState({ mailingid }).orThrow()) === 'paused';
    while (!(await paused())) {
      await passMinute(service);
      await tells(service, 'the sendout', ({ sendouts }) => sendouts.length === 1);
    }
    await tells(service, `the pause for ${answer}`, ({ stopped: [mailing] }) =>
      Boolean(mailing?.state === 'paused' && mailing.reason?.includes(answer)),
    );
    await smtp.become('calm');
    await service.client.mailingActions.resume({ mailingid }).orThrow();
    await smtp.more(1);
  };
  const setTo = async (millis: number) => {
    setClock(millis);
    await smtp.more(some);
  };
  const troubles: (() => Promise<void>)[] = [
    async () => {
      await smtp.become('slow');
      await smtp.more(some);
      await tells(service, 'the pace', ({ sendouts: [sendout] }) =>
        Boolean(sendout && sendout.recipients === people && sendout.sent > 0 && sendout.last_minute > 0),
      );
    },
    () => stalled('cuts', 'The server closed the connection'),
    () => stalled('forgets', 'The server closed the connection'),
    () => stalled('busy', '421 4.3.2 Too busy, come back later'),
    () => stalled('refuses', 'connect ECONNREFUSED'),
    async () => {
      await smtp.become('greylists');
      await defers(service, '451 4.7.1 Greylisted, try again later');
      await passMinute(service);
      await smtp.more(some / 10);
    },
    async () => {
      await smtp.become('calm');
      await postgres.restart();
      await smtp.more(some);
      await postgres.restart();
      await smtp.more(some);
    },
    () => setTo(60 * minute),
    () => setTo(-60 * minute),
    () => setTo(0),
  ];
  for (let round = 0; round < rounds; round++) {
    for (const trouble of troubles) {
      await trouble();
      await smtp.become('calm');
      await passMinute(service);
    }
  }
  const later = setInterval(() => void passMinute(service), 200);
  await reached(service, mailingid, 'done', 60_000).finally(() => clearInterval(later));
  await expectAll(service, smtp, mailingid);
  await postgres.stop();
  const headers = { authorization: `Bearer ${service.key}` };
  const refused = await service.fetch(`${service.origin}/1.0/account/status`, { headers });
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('The database cannot be reached at the moment'),
  ]);
});

test('a full disk under a sendout: it waits, says so, and goes on when there is room', async ({ skip }) => {
  const disk = smallDisk(200);
  if (typeof disk === 'string') {
    console.warn(disk);
    return skip(disk);
  }
  closers.push(async () => disk.remove());
  const smtp = await startScriptedSmtp();
  closers.push(smtp.close);
  const database = await openServiceDatabase({ dataDir: join(disk.directory, 'data') });
  const service = await startTestService(database, `${smtp.url}?maxConnections=${connections}`);
  closers.push(service.close);
  await smtp.become('slow');
  const mailingid = await start(service);
  await smtp.more(some);
  const makeRoom = disk.fill(20);
  await tells(service, 'that the database rejects changes', (status) => status.read_only);
  await vi.waitFor(
    () => expect(service.log.join('\n')).toMatch(/"deliveries" failed: The disk of the database/),
    20_000,
  );
  // Those whose mails landed while nothing could be written down are not sent again.
  const meanwhile = [...smtp.mails.values()].flat().length;
  expect(meanwhile).toBeLessThan(people);
  makeRoom();
  await smtp.become('calm');
  await reached(service, mailingid, 'done', 60_000);
  await expectAll(service, smtp, mailingid);
  expect(smtp.forgotten()).toBe(0);
});
