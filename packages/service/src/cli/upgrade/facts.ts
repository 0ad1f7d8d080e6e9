import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Administration } from '../../administration/actions.ts';
import { controlAddress } from '../../app/control/address.ts';
import { askControl, isAnswering } from '../../app/control/client.ts';
import { readUpgradeFacts, type UpgradeFacts } from '../../platform/database/ahead/facts.ts';
import { postgresDirectory } from '../../platform/database/embedded/directory.ts';
import { DataDirectoryInUseError } from '../../platform/database/embedded/lock.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { databaseConfig, requireData } from '../operator.ts';
import type { DataOptions } from '../options.ts';

/**
 * Reads what an upgrade depends on, and changes nothing: in the database itself, which stays as it is, or by asking the service
 * of the version before, which runs on it.
 */
export async function findUpgradeFacts(options: DataOptions): Promise<UpgradeFacts> {
  requireData(options);
  if (options.database === undefined && !existsSync(postgresDirectory(options.data)))
    throw new Error(`${resolve(options.data)} has no database: there is nothing to upgrade.`);
  try {
    const database = await openDatabase(databaseConfig(options), { migrates: false });
    return await readUpgradeFacts(database.kysely).finally(() => database.close());
  } catch (error) {
    const address = controlAddress(options.data);
    if (!(error instanceof DataDirectoryInUseError) || !(await isAnswering(address))) throw error;
    return askRunningService(address);
  }
}

async function askRunningService(address: string): Promise<UpgradeFacts> {
  const { database } = (await askControl(address, 'supportFacts', {})) as Result<'supportFacts'>;
  const { verifiedBackup } = (await askControl(address, 'diagnosis', {})) as Result<'diagnosis'>;
  return { ...database, verifiedBackup };
}

type Result<Action extends keyof Administration> = Awaited<ReturnType<Administration[Action]>>;
