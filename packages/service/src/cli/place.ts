import { controlAddress } from '../control/address.ts';
import { askControl } from '../control/client.ts';
import { DataDirectoryInUseError } from '../db/embedded/lock.ts';
import { type DatabaseConfig, openDatabase } from '../db/open.ts';
import { type KeyAdministration, keyAdministration } from '../keys/administration.ts';
import type { PlaceOptions } from './options.ts';

export function databaseConfig({ data, database }: PlaceOptions): DatabaseConfig {
  return database === undefined ? { dataDir: data } : { databaseUrl: database };
}

/** Does something with keys: in the database itself, or through the service that holds the data directory. */
export async function administrate<Action extends keyof KeyAdministration>(
  place: PlaceOptions,
  action: Action,
  argument: Parameters<KeyAdministration[Action]>[0],
): Promise<Awaited<ReturnType<KeyAdministration[Action]>>> {
  try {
    const database = await openDatabase(databaseConfig(place));
    try {
      return await (keyAdministration(database.kysely)[action] as (argument: unknown) => Promise<never>)(argument);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    return (await askControl(controlAddress(place.data), action, argument)) as never;
  }
}
