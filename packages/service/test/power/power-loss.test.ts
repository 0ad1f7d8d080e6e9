import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { temporaryDirectory, usedDirectory } from '../support/data-directory.ts';
import { type Random, randomOf } from '../support/random.ts';
import { faultsOf } from './check-database.ts';
import { type DiskEvent, DiskModel, differences } from './disk-model.ts';
import { ImageDirectory } from './image-directory.ts';
import { openInThisThread } from './recorded-database.ts';
import { RecordedDisk, readImage } from './recorded-disk.ts';
import { type Told, work } from './workload.ts';

/** MAILWRIGHT_CUTS=1000 tries so many points; MAILWRIGHT_SEED repeats a choice of them. */
const cuts = Number(process.env.MAILWRIGHT_CUTS ?? (deep ? 1000 : 6));
const seed = Number(process.env.MAILWRIGHT_SEED ?? (deep ? Math.floor(Math.random() * 1e9) : 7));

test(`killed or without power at ${cuts} moments, the embedded database loses nothing that it acknowledged (MAILWRIGHT_SEED=${seed})`, {
  timeout: 4 * 3_600_000,
}, async () => {
  const dataDir = join(await usedDirectory(), 'postgres');
  const disk = new RecordedDisk(dataDir);
  const { db, close } = await openInThisThread(dataDir).catch((error) => {
    disk.stop();
    throw error;
  });
  try {
    await work(db, (told) => disk.mark(told));
  } finally {
    await close();
    disk.stop();
  }
  const { events, begin } = disk;
  const whole = modelAt(events, begin, events.length);
  expect(differences(whole.afterKill(), readImage(dataDir))).toEqual([]);

  const random = randomOf(seed);
  const model = modelAt(events, begin, begin);
  const place = new ImageDirectory(temporaryDirectory());
  let at = begin;
  const failures: { moment: string; faults: string[] }[] = [];
  const tally = { killed: 0, 'without power': 0 };
  for (const cut of momentsOf(events, begin, random)) {
    for (; at < cut; at++) model.apply(events[at]!);
    const kind = random(4) === 0 ? 'killed' : 'without power';
    const image = kind === 'killed' ? model.afterKill() : model.afterPowerLoss(random);
    const told = events.slice(begin, cut).flatMap((event) => (event.op === 'mark' ? [event.value as Told] : []));
    place.write(image);
    const faults = await faultsOf(place.directory, told).catch((error) => [String(error)]);
    if (faults.length > 0) failures.push({ moment: `${kind} before call ${cut} of ${events.length}`, faults });
    tally[kind]++;
  }
  expect(failures).toEqual([]);
  console.info(`${cuts} moments among ${events.length - begin} calls: ${JSON.stringify(tally)}, nothing lost`);
});

function modelAt(events: readonly DiskEvent[], begin: number, end: number): DiskModel {
  const model = new DiskModel(0);
  for (const event of events.slice(0, begin)) model.apply(event);
  model.syncAll();
  for (const event of events.slice(begin, end)) model.apply(event);
  return model;
}

/** Half of them just before a file is synced, renamed or removed, the others anywhere; in their order. */
function momentsOf(events: readonly DiskEvent[], begin: number, random: Random): number[] {
  const turns = events.flatMap(({ op }, index) =>
    index >= begin && ['sync', 'rename', 'remove'].includes(op) ? [index] : [],
  );
  const moments = Array.from({ length: cuts }, (_, count) =>
    count % 2 === 0 ? turns[random(turns.length)]! : begin + random(events.length - begin + 1),
  );
  return moments.sort((a, b) => a - b);
}
