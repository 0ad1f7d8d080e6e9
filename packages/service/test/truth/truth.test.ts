import { afterAll, beforeAll, describe, test } from 'vitest';
import { groups } from './groups.ts';
import { openWorld } from './world.ts';

describe.each(groups)('%s', (_, rows) => {
  let world: Awaited<ReturnType<typeof openWorld>>;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  test.each(rows.map((row) => [row.title, row] as const))('%s', (_title, row) => row.judge(world));
});
