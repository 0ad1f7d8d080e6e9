import { audited } from '../administration/audited.ts';
import { Backups } from '../administration/backups.ts';
import { Moves } from '../administration/moves.ts';
import { equip } from '../app/compose.ts';
import type { Database, DatabaseConfig } from '../platform/database/open.ts';
import { createFetcher } from '../platform/fetch/fetch.ts';
import { dnsOf } from '../platform/network/dns.ts';
import { takesMail } from '../quality/index.ts';
import { followDkimKeys } from '../sending/index.ts';
import type { DataOptions } from './options.ts';
import type { Performer } from './performer.ts';
import { secretKeys } from './secret-keys.ts';

export interface OpeningOptions extends DataOptions {
  /** Opens a database whose key is lost, too. */
  withoutKey?: boolean;
}

/** Does what an operator wants in a database that no service holds. */
export async function ownOperator(
  opened: Database,
  config: DatabaseConfig,
  options: OpeningOptions,
): Promise<Performer> {
  const begin = options.withoutKey ? async () => {} : undefined;
  const database = await equip(opened, config, secretKeys(options), undefined, begin);
  const fetcher = createFetcher();
  const publicUrl = process.env.MAILWRIGHT_PUBLIC_URL ?? 'https://localhost:8443';
  const dataDir = database.kind === 'embedded' ? options.data : undefined;
  const keyDirectory = process.env.MAILWRIGHT_DKIM_KEYS;
  const dkim = keyDirectory
    ? {
        keys: followDkimKeys(keyDirectory, () => {}),
        dns: dnsOf(),
        returnPath: process.env.MAILWRIGHT_BOUNCE_DOMAIN,
      }
    : undefined;
  const tools = { fetch: fetcher.fetch, takesMail, dkim };
  const environment = {
    publicUrl,
    backups: new Backups(dataDir),
    moves: new Moves(),
    dkimDirectory: keyDirectory,
    tools,
  };
  const actions = audited(database.kysely, environment);
  return {
    holdsData: dataDir !== undefined,
    perform: (action, argument) => (actions[action] as (argument: unknown) => Promise<never>)(argument),
    async close() {
      await fetcher.close();
      await database.close();
    },
  };
}
