import { isOpen, secrets, users } from '../account/index.ts';
import {
  deleteRequestsOf,
  deleteRunsOf,
  eraseContents,
  programNames,
  programWatchers,
  readOccasionContent,
  webhookListener,
  webhookSecret,
} from '../events/index.ts';
import { deleteFaultsOf, importNames } from '../imports/index.ts';
import { mailingNames } from '../mailings/index.ts';
import type { ErasureHook } from '../people/index.ts';
import { accountKey, certificateKey } from '../platform/acme/store.ts';
import { type Database, type DatabaseConfig, type DatabaseOptions, openDatabase } from '../platform/database/open.ts';
import { type Hooks, withHooks } from '../platform/hooks/hooks.ts';
import { SecretBox, withSecrets } from '../platform/secrets/box.ts';
import { type KeySource, keysInDirectory } from '../platform/secrets/key-source.ts';
import type { SealedColumn } from '../platform/secrets/sealed.ts';
import { deleteApprovalsOf, eraseFailures, mandatoryObstacles } from '../quality/index.ts';
import { type DkimKey, eraseReplies } from '../sending/index.ts';
import { applySignUp, deleteSignUpsOf, formNames } from '../sign-up/index.ts';
import { eraseUserAgents, keepConversionsTogether, trackingSecret } from '../tracking/index.ts';
import { eraseTransactionalMails, forwardAnswer, recordSteps } from '../transactional/index.ts';

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
  watchers: programWatchers,
  readOccasionContent,
  checkSendout: mandatoryObstacles,
  mayRunJobs: isOpen,
  recordSteps,
  forwardAnswer,
  applySignUp,
  passwordCost: users.passwordCost,
  outcomeNames: {
    import: importNames,
    sendout: mailingNames,
    test: mailingNames,
    approval: mailingNames,
    form: formNames,
    program: programNames,
  },
};

/** All secrets that are encrypted in the database. */
export const sealedColumns: readonly SealedColumn[] = [
  secrets.accountSecret,
  secrets.totpSecret,
  trackingSecret,
  webhookSecret,
  accountKey,
  certificateKey,
];

interface ServiceDatabaseOptions extends DatabaseOptions {
  /** Keys that mails are signed with; none are given where mails are not to be signed. */
  signingKeys?: () => readonly DkimKey[] | undefined;
  /** Keys of the secrets in the database; those of the data directory if undefined. */
  secretKeys?: KeySource | undefined;
  /** Lower in tests, which check many passwords. */
  passwordCost?: users.PasswordCost;
}

/** Opens the database as the service uses it: with its hooks, and the keys of its secrets. */
export async function openServiceDatabase(
  config: DatabaseConfig,
  { signingKeys, secretKeys, passwordCost = hooks.passwordCost, ...options }: ServiceDatabaseOptions = {},
): Promise<Database> {
  const checkSendout: Hooks['checkSendout'] = (db, account, mailing) =>
    mandatoryObstacles(db, account, mailing, signingKeys?.());
  return equip(await openDatabase(config, options), config, secretKeys, { ...hooks, checkSendout, passwordCost });
}

/**
 * Gives an open database hooks and the keys of its secrets. Closes it and throws if a key is missing, unless `begin` does
 * without.
 */
export async function equip(
  database: Database,
  config: DatabaseConfig,
  secretKeys: KeySource | undefined,
  given: Hooks = hooks,
  begin: typeof secrets.startSecrets = secrets.startSecrets,
): Promise<Database> {
  const source = secretKeys ?? ('dataDir' in config ? keysInDirectory(config.dataDir) : undefined);
  const box = new SecretBox(sealedColumns, source);
  const kysely = withSecrets(withHooks(database.kysely, given), box);
  try {
    await begin(kysely, box, database.kind);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { ...database, kysely };
}
