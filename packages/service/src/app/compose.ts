import { isOpen } from '../account/index.ts';
import {
  deleteRequestsOf,
  deleteRunsOf,
  eraseContents,
  readOccasionContent,
  webhookListener,
} from '../events/index.ts';
import { deleteFaultsOf } from '../imports/index.ts';
import type { ErasureHook } from '../people/index.ts';
import { type Database, type DatabaseConfig, type DatabaseOptions, openDatabase } from '../platform/database/open.ts';
import { type Hooks, withHooks } from '../platform/hooks/hooks.ts';
import { deleteApprovalsOf, eraseFailures, mandatoryFaults } from '../quality/index.ts';
import { type DkimKey, eraseReplies } from '../sending/index.ts';
import { applySignUp, deleteSignUpsOf } from '../sign-up/index.ts';
import { eraseUserAgents, keepConversionsTogether } from '../tracking/index.ts';
import { eraseTransactionalMails, recordSteps } from '../transactional/index.ts';

/** Hooks that erase the data of contacts in each context above `people`. */
export const erasureByContext = {
  tracking: [eraseUserAgents, keepConversionsTogether],
  audiences: [],
  templates: [],
  'mailing-blacklists': [],
  mailings: [],
  sending: [eraseReplies],
  transactional: [eraseTransactionalMails],
  quality: [deleteApprovalsOf, eraseFailures],
  reports: [],
  events: [deleteRequestsOf, eraseContents, deleteRunsOf],
  'sign-up': [deleteSignUpsOf],
  imports: [deleteFaultsOf],
} satisfies Record<string, readonly ErasureHook[]>;

/** All that contexts do for those below them. */
export const hooks: Hooks = {
  erasure: Object.values<readonly ErasureHook[]>(erasureByContext).flat(),
  events: webhookListener,
  readOccasionContent,
  checkSendout: mandatoryFaults,
  mayRunJobs: isOpen,
  recordSteps,
  applySignUp,
};

interface ServiceDatabaseOptions extends DatabaseOptions {
  /** Keys that mails are signed with; none are given where mails are not to be signed. */
  signingKeys?: () => readonly DkimKey[] | undefined;
}

/** Opens the database as the service uses it: with its hooks. */
export async function openServiceDatabase(
  config: DatabaseConfig,
  { signingKeys, ...options }: ServiceDatabaseOptions = {},
): Promise<Database> {
  const database = await openDatabase(config, options);
  const checkSendout: Hooks['checkSendout'] = (db, account, mailing) =>
    mandatoryFaults(db, account, mailing, signingKeys?.());
  return { ...database, kysely: withHooks(database.kysely, { ...hooks, checkSendout }) };
}
