import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { removeServerLock } from '../../src/platform/database/embedded/engine.ts';
import { checkIndexes, faultsIn, type Told } from './workload.ts';

/** Starts the database on what is left, and says what is wrong with it. */
export async function faultsOf(directory: string, told: readonly Told[]): Promise<string[]> {
  removeServerLock(directory);
  const engine = await PGlite.create({
    fs: new NodeFS(directory),
    extensions: { amcheck },
    startParams: [...PGlite.defaultStartParams, '-c', 'timezone=UTC'],
  });
  try {
    await engine.exec('create extension amcheck');
    const faults = await faultsIn(async (statement) => (await engine.query<never>(statement)).rows, told);
    await engine.exec(checkIndexes);
    await engine.exec(`insert into account (name, domain) values ('it can be written to', 'example.org'); checkpoint`);
    return faults;
  } finally {
    await engine.close();
  }
}
