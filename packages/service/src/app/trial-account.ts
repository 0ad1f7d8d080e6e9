import { createDispatcher, implementPartial, toFetchHandler } from '@mailwright/server';
import { findKeyHolder, generateKey, listAccounts } from '../account/index.ts';
import type { Administration } from '../administration/actions.ts';
import { audited } from '../administration/audited.ts';
import { Backups } from '../administration/backups.ts';
import { createEmptyAccount } from '../administration/first-account.ts';
import { Moves } from '../administration/moves.ts';
import type { Context } from '../operations/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { FetchFailure } from '../platform/fetch/failure.ts';
import { createFetcher, type GuardedFetch } from '../platform/fetch/fetch.ts';
import { silentDns } from '../platform/network/dns.ts';
import { openOutbox } from '../sending/index.ts';
import { admitHolder } from './admit-holder.ts';
import { openServiceDatabase } from './compose.ts';
import { interceptHandlers } from './intercept-handlers.ts';
import { handlers } from './operations.ts';
import type { HolderPrincipal } from './principal.ts';

/** An account in which things are tried: no port is open, no mail leaves it, and it asks no other server. */
export interface TrialAccount {
  key: string;
  baseUrl: string;
  /** Answers requests of the API in this process. */
  fetch(request: Request): Promise<Response>;
  administration: Administration;
  db: Db;
  accountId: number;
  close(): Promise<void>;
}

const prefix = '/1.0';
/** Links of the account lead here; nothing can have this address (RFC 6761, section 6.4). */
const publicUrl = 'https://mailwright.invalid';

const askNobody: GuardedFetch = async () => {
  throw new FetchFailure('private', 'a trial asks no other server');
};

/** Opens an account without contacts in a new directory. */
export async function openTrialAccount(directory: string): Promise<TrialAccount> {
  const database = await openServiceDatabase({ dataDir: `${directory}/data` });
  const db = database.kysely;
  const fetcher = createFetcher();
  const outbox = openOutbox(`${directory}/outbox`);
  const key = generateKey();
  await createEmptyAccount(db, key, { name: 'Trial', domain: 'example.com' });
  const [account] = await listAccounts(db);
  const environment = {
    transport: outbox,
    fetch: askNobody,
    permits: fetcher.permits,
    withoutChecks: new Set<string>(),
    dkim: { keys: () => [], dns: silentDns, returnPath: undefined },
    installation: {
      storesMails: true,
      keptDays: undefined,
      certificateEnds: () => new Date(),
      certificateFault: () => undefined,
    },
    publicUrl,
    wakeWorker: () => {},
    forgetKeys: () => {},
  };
  const intercept = interceptHandlers(database, environment);
  const authenticate = async (given: string) => {
    const holder = await findKeyHolder(db, given);
    return holder && admitHolder(holder, '127.0.0.1', () => {});
  };
  const dispatch = createDispatcher(implementPartial<Context>(handlers), {
    clientOf: ({ holder }: HolderPrincipal) => holder.account.id,
    authenticate,
    intercept,
    publicUrl: () => publicUrl + prefix,
  });
  const backups = new Backups(undefined);
  const tools = { fetch: askNobody };
  return {
    key,
    baseUrl: publicUrl + prefix,
    fetch: toFetchHandler(dispatch, { basePath: prefix, remoteAddress: () => '127.0.0.1' }),
    administration: audited(db, { publicUrl, backups, moves: new Moves(), tools }),
    db,
    accountId: account!.id,
    async close() {
      await fetcher.close();
      await database.close();
    },
  };
}
