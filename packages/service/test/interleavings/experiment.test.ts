import { expect, test, vi } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { findMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { findExperiment } from '../../src/sending/experiments/store.ts';
import { advance, engineOf, runToEnd } from '../sending/harness.ts';
import { queuedExperiment } from '../sending/queued-experiment.ts';
import { usedServerDatabase } from '../support/database.ts';
import { passHours, runDecision } from '../support/experiments.ts';
import { randomOf } from '../support/random.ts';
import { ActorDatabase } from './actor-database.ts';
import { FatalStage, leave } from './fatal-stage.ts';

const people = 30;
const worker = 'worker';
/** `npm run test:deep` kills at each step, otherwise at every fifth. */
const stride = deep ? 1 : 5;

test('a process that is killed at any statement of a choice and what follows gives nobody two mails, and the rest gets one', {
  timeout: 3_600_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { config, remove } = await usedServerDatabase();
  const { kysely: db, close } = await openServiceDatabase(config);
  try {
    for (let steps = 1; ; steps += stride) {
      const { copies, state, states, history, isOver } = await play(db, config.databaseUrl, steps);
      const told = `killed at step ${steps}:\n${history.join('\n')}`;
      // A fifth is held out.
      expect(copies, told).toEqual(Array.from({ length: (people * 4) / 5 }, () => 1));
      expect([state, ...states], told).toEqual(['decided', 'done', 'done']);
      if (isOver) break;
    }
  } finally {
    vi.useRealTimers();
    await close();
    await remove();
  }
});

/** Plays an experiment to its end; a process is killed at a step of the choice, after which another one goes on. */
async function play(db: Db, url: string, steps: number) {
  const { accountId, mailings, experimentId } = await queuedExperiment(db, {
    ...{ people, variants: 2, share: 40, holdout: 20 },
  });
  const copies = new Map<number, number>();
  const engine = engineOf(async ({ contactId }) => {
    copies.set(contactId, (copies.get(contactId) ?? 0) + 1);
    return undefined;
  });
  const deliver = () => runToEnd(db, engine);
  await all(db, accountId, mailings);
  await deliver();
  await passHours(db, mailings, 2);
  const stage = new FatalStage(randomOf(steps), steps);
  const database = new ActorDatabase(stage, worker, url);
  stage.enter(worker, () => choose(database.db, accountId, mailings, experimentId));
  await stage.play();
  const { isOver } = stage;
  database.cut();
  await leave(db);
  await choose(db, accountId, mailings, experimentId);
  await deliver();
  await all(db, accountId, mailings);
  const found = await Promise.all(mailings.map((id) => findMailing(db, accountId, id)));
  return {
    copies: [...copies.values()],
    state: (await findExperiment(db, accountId, experimentId))!.state,
    states: found.map((mailing) => mailing!.state),
    history: stage.history,
    isOver,
  };
}

/** The job of the choice, and those of the mailings that wait for it. */
async function choose(db: Db, accountId: number, mailings: readonly number[], experimentId: number): Promise<void> {
  await runDecision(db, accountId, experimentId);
  await all(db, accountId, mailings);
}

async function all(db: Db, accountId: number, mailings: readonly number[]): Promise<void> {
  for (const mailing of mailings) await advance(db, accountId, mailing);
}
