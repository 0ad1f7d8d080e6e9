import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Administration } from '../administration/actions.ts';
import { controlAddress } from '../app/control/address.ts';
import { askControl } from '../app/control/client.ts';
import { DataDirectoryInUseError } from '../platform/database/embedded/lock.ts';
import { type DatabaseConfig, openDatabase } from '../platform/database/open.ts';
import type { DataOptions } from './options.ts';
import type { Operator } from './own-operator.ts';

export function databaseConfig({ data, database, preparedStatements }: DataOptions): DatabaseConfig {
  return database === undefined ? { dataDir: data } : { databaseUrl: database, preparedStatements };
}

export async function openOperator(options: DataOptions): Promise<Operator> {
  requireData(options);
  try {
    const database = await openDatabase(databaseConfig(options));
    // Beside a running service, and for what is refused at once, commands start twice as fast without it.
    return (await import('./own-operator.ts')).ownOperator(database, options);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    const address = controlAddress(options.data);
    return {
      holdsData: false,
      ask: (action, argument) => askControl(address, action, argument) as Promise<never>,
      close: async () => {},
    };
  }
}

/** Commands that only look would otherwise leave an empty database behind where `--data` is mistyped. */
function requireData({ data, database }: DataOptions): void {
  if (database !== undefined || existsSync(data)) return;
  throw new Error(
    `there is no data in ${resolve(data)}; give the data directory with --data, or create one with "mailwright serve"`,
  );
}

/** Asks one thing. */
export async function administrate<Action extends keyof Administration>(
  options: DataOptions,
  action: Action,
  argument: Parameters<Administration[Action]>[0],
): Promise<Awaited<ReturnType<Administration[Action]>>> {
  const operator = await openOperator(options);
  try {
    return await operator.ask(action, argument);
  } finally {
    await operator.close();
  }
}
