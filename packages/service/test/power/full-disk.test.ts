import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { runImport } from '../../src/administration/import/run.ts';
import { backUp } from '../../src/platform/database/backups/backup.ts';
import { createDataDirectory, preparePostgresDirectory } from '../../src/platform/database/embedded/directory.ts';
import { openOutbox } from '../../src/sending/outbox/outbox.ts';
import { temporaryDirectory, usedDirectory } from '../support/data-directory.ts';
import { randomOf } from '../support/random.ts';
import { faultsOf } from './check-database.ts';
import { differences } from './disk-model.ts';
import { type DiskFault, FailingDisk } from './failing-disk.ts';
import { faultsOfImport, importOf, putReaders } from './import-of-readers.ts';
import { openInThisThread } from './recorded-database.ts';
import { readImage } from './recorded-disk.ts';
import { type Told, work } from './workload.ts';

const seed = Number(process.env.MAILWRIGHT_SEED ?? (deep ? Math.floor(Math.random() * 1e9) : 7));
const points = Number(process.env.MAILWRIGHT_CUTS ?? 60);
const faults: DiskFault[] = ['ENOSPC', 'EROFS'];

/** Some numbers of calls after which the disk fails, the same for each seed. */
const chosen = (count: number, calls: number): number[] => {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => random(calls));
};

test.each(faults)(
  '%s while a mail is written to the outbox: it is refused, and nothing of it is left',
  async (fault) => {
    const directory = temporaryDirectory();
    const outbox = openOutbox(directory);
    const mail = { accountId: 1, contactId: 7, messageId: '', envelope: { from: '', to: '' }, head: '', body: 'x' };
    for (let after = 0; ; after++) {
      const disk = new FailingDisk(directory, after, fault);
      const sent = await outbox.send(mail).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code,
      );
      disk.repair();
      const { names } = await outbox.list(1, 100);
      if (!disk.hasFailed) {
        expect([sent, names.length]).toEqual([true, 1]);
        return;
      }
      expect([sent, names]).toEqual([fault, []]);
    }
  },
);

test.each(faults)(
  '%s at any step of an import: it says so, and goes on to its end when there is room',
  async (fault) => {
    for (let after = 0; ; after++) {
      const directory = temporaryDirectory();
      putReaders(directory);
      const disk = new FailingDisk(directory, after, fault);
      let rows = 0;
      const onProgress = (state: { rows: number }) => {
        rows = state.rows;
      };
      const end = await runImport({ ...importOf(directory), onProgress }).then(
        ({ complete }) => complete,
        (error: NodeJS.ErrnoException) => error.code,
      );
      disk.repair();
      if (!disk.hasFailed) {
        expect(end).toBe(true);
        return;
      }
      // The state of an import that is complete may be left.
      if (end !== true) expect(end, `after ${after} calls`).toBe(fault);
      expect(await faultsOfImport(directory, rows > 0), `after ${after} calls`).toEqual([]);
    }
  },
);

test.skipIf(!deep).each(faults)(
  `%s at any step of a first start: the next one finds a good database${leftToDeep}`,
  async (fault) => {
    const whole = temporaryDirectory();
    const counting = new FailingDisk(whole, Number.POSITIVE_INFINITY, fault);
    createDataDirectory(join(whole, 'data'));
    const template = readImage(await preparePostgresDirectory(join(whole, 'data'), () => {}));
    counting.repair();
    for (const after of [0, 1, ...chosen(8, counting.calls)]) {
      const directory = temporaryDirectory();
      const disk = new FailingDisk(directory, after, fault);
      const start = async () => {
        createDataDirectory(join(directory, 'data'));
        return preparePostgresDirectory(join(directory, 'data'), () => {});
      };
      await expect(start(), `after ${after} calls`).rejects.toThrow(/full|space|read-only/);
      disk.repair();
      expect(differences(template, readImage(await start())), `after ${after} calls`).toEqual([]);
    }
  },
);

test.skipIf(!deep).each(faults)(
  `%s at any step of a backup: there is none, and the next one is whole${leftToDeep}`,
  async (fault) => {
    const directory = temporaryDirectory();
    cpSync(await usedDirectory(), join(directory, 'data'), { recursive: true });
    const { db, close } = await openInThisThread(join(directory, 'data', 'postgres'));
    const backups = join(directory, 'backups');
    createDataDirectory(backups);
    const make = () => backUp(db, join(directory, 'data'), join(backups, 'one'), () => {});
    for (const after of [0, 1, ...chosen(8, 1400)]) {
      const disk = new FailingDisk(backups, after, fault);
      await expect(make(), `after ${after} calls`).rejects.toThrow(/space|read-only/);
      disk.repair();
      expect(existsSync(join(backups, 'one'))).toBe(false);
      if (fault === 'ENOSPC') expect(readdirSync(backups)).toEqual([]);
    }
    await make();
    await close();
    expect(await faultsOf(join(backups, 'one', 'postgres'), [])).toEqual([]);
  },
);

test.skipIf(!deep).each(faults)(
  `%s at any step of the embedded database: after a new start all is there that it acknowledged${leftToDeep}`,
  { timeout: 3_600_000 },
  async (fault) => {
    const run = async (after: number) => {
      const directory = join(await usedDirectory(), 'postgres');
      const disk = new FailingDisk(directory, after, fault);
      const told: Told[] = [];
      // What cannot go on is left as it is, like a process that is killed.
      const end = await openInThisThread(directory)
        .then(async ({ db, close }) => {
          await work(db, (each) => told.push(each));
          await close();
        })
        .catch((error) => String(error));
      disk.repair();
      disk.closeAll();
      return { directory, disk, told, end };
    };
    const whole = await run(Number.POSITIVE_INFINITY);
    expect(whole.end).toBeUndefined();
    for (const after of chosen(points, whole.disk.calls)) {
      // Of the last calls some are not needed, so it may come to its end.
      const { directory, told, end } = await run(after);
      const found = await faultsOf(directory, told).catch((error) => [String(error)]);
      expect(found, `after ${after} of ${whole.disk.calls} calls (MAILWRIGHT_SEED=${seed}): ${end}`).toEqual([]);
    }
  },
);
