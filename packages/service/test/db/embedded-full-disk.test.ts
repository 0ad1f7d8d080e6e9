import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { callRaw, messageOf, type RawAnswer } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmallDisk, smallDisk } from '../support/small-disk.ts';

const mebibyte = 1024 * 1024;
const patience = { timeout: 60_000, interval: 100 };

/** Runs on a disk of 200 MiB; where none can be made, the test is skipped and says why. */
function onSmallDisk(name: string, run: (disk: SmallDisk) => Promise<void>, { bulk = false } = {}): void {
  test.skipIf(bulk && !deep)(bulk ? name + leftToDeep : name, async ({ skip }) => {
    const disk = smallDisk(200);
    if (typeof disk === 'string') {
      console.warn(disk);
      return skip(disk);
    }
    await run(disk).finally(disk.remove);
  });
}

/** Leaves so many MiB free. */
function fill({ directory }: SmallDisk, leave: number): void {
  const { bavail, bsize } = statfsSync(directory);
  writeFileSync(join(directory, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - leave * mebibyte), 1));
}

let unique = 0;
const empty = ({ directory }: SmallDisk) => rmSync(join(directory, 'ballast'));

async function open(disk: SmallDisk): Promise<TestService & { databaseLog: string[] }> {
  const databaseLog: string[] = [];
  const database = await openServiceDatabase(
    { dataDir: join(disk.directory, 'data') },
    { log: (line) => databaseLog.push(line) },
  );
  return Object.assign(await startTestService(database), { databaseLog });
}

const create = (service: TestService, name: string) =>
  callRaw(service, { method: 'POST', path: `/mailings?${new URLSearchParams({ name, subject: 'x' })}` });

const count = async ({ client }: TestService) => client.contacts.count().orThrow();

function expectRefused(answer: RawAnswer): void {
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30']);
  expect(messageOf(answer)).toMatch(/^The disk of the database is nearly full/);
}

onSmallDisk('on a nearly full disk changes are refused and reading works, until there is room', async (disk) => {
  const service = await open(disk);
  expect((await create(service, 'before')).status).toBe(201);
  fill(disk, 20);
  await vi.waitFor(async () => expectRefused(await create(service, `meanwhile ${unique++}`)), patience);
  expect((await callRaw(service, { path: '/mailings/name?mailing_name=before' })).status).not.toBe(503);
  expect((await callRaw(service, { path: '/mailings/filter/states?states=draft' })).body).toContain('<mailing>');
  empty(disk);
  await vi.waitFor(async () => expect((await create(service, 'after')).status).toBe(201), patience);
  expect(service.databaseLog).toEqual([
    'The disk of the database is nearly full: 20 MiB are free. Changes are refused until there are 80 MiB.',
    expect.stringMatching(/^The disk of the database has room again: \d+ MiB are free. Changes are accepted.$/),
  ]);
  await service.close();
});

onSmallDisk('a disk that fills up under imports stops them, and nothing else; what was told is there', async (disk) => {
  const service = await open(disk);
  fill(disk, 90);
  let stored = await count(service);
  let refused: RawAnswer | undefined;
  for (let part = 0; refused === undefined; part++) {
    const contacts = Array.from(
      { length: 1000 },
      (_, n) => `<contact><email>p${part}n${n}@example.org</email></contact>`,
    );
    const answer = await callRaw(service, {
      method: 'POST',
      path: '/contacts?permission=1',
      headers: { 'content-type': 'application/vnd.service.api+xml' },
      body: `<contacts>${contacts.join('')}</contacts>`,
    });
    if (answer.status === 200) stored += 1000;
    else refused = answer;
  }
  expectRefused(refused);
  expect(await count(service)).toBe(stored);
  expect(service.databaseLog).toHaveLength(1);
  await service.close();

  const again = await openServiceDatabase({ dataDir: join(disk.directory, 'data') });
  const { contacts } = await again.kysely
    .selectFrom('contact')
    .select((contact) => contact.fn.countAll<number>().as('contacts'))
    .executeTakeFirstOrThrow();
  expect(contacts).toBe(stored);
  await again.close();
});

onSmallDisk(
  'a disk that is full at once, while it writes: it starts again when there is room, with all that was told',
  async (disk) => {
    const service = await open(disk);
    const told: string[] = [];
    fill(disk, 81);
    // One statement that takes more than is left: PostgreSQL meets the end of the disk, in its table or in its log.
    for (let n = 0; n < 20; n++) {
      const html = 'x'.repeat(8 * mebibyte);
      const name = `large ${n}`;
      if ((await create(service, name)).status === 201) told.push(name);
      fill(disk, Math.max(0, 30 - n));
      await service.db
        .transaction()
        .execute(async (trx) => {
          for (let part = 0; part < 12; part++)
            await trx.insertInto('account').values({ name: html, domain: 'x' }).execute();
          throw new Error('enough');
        })
        .catch(() => {});
    }
    empty(disk);
    const recovered = async () => expect((await create(service, 'at last')).status).toBe(201);
    await vi.waitFor(recovered, patience);
    const names = await service.db.selectFrom('mailing').select('name').where('name', 'like', 'large %').execute();
    expect(names.map(({ name }) => name).sort()).toEqual(told.sort());
    await service.close();
  },
  { bulk: true },
);
