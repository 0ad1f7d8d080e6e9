import type { Kysely } from 'kysely';
import {
  accountAdministration,
  auditAdministration,
  keyAdministration,
  quotaAdministration,
} from '../account/index.ts';
import { requestOptIns } from '../events/index.ts';
import { contactExport, contactImport, profileAdministration } from '../people/index.ts';
import { backupAdministration } from './backup.ts';
import type { Schema } from '../platform/database/schema.ts';
import { sendSignal } from '../platform/database/signals.ts';
import { learnSizes } from '../platform/database/statistics.ts';
import { checkAdministration, type Tools } from '../quality/index.ts';
import { limitAdministration, sendoutAdministration } from '../sending/index.ts';
import { siteAdministration } from '../tracking/index.ts';
import { diagnosisAdministration } from './diagnosis.ts';

/** Has something done when all changes are committed. */
export type AfterCommit = (work: (db: Kysely<Schema>) => void | Promise<void>) => void;

/** Where an operator's wishes are done. */
export interface AdministrationOptions {
  /** Told when keys are revoked. */
  onRevoke?: () => void;
  publicUrl: string;
  /** Of the embedded database. */
  dataDir?: string | undefined;
  tools: Tools;
}

/**
 * What an operator does. All values are plain JSON, so that a running service can do it for a command.
 * @param db the database, or an open transaction in which one action is to be done
 */
export function administration(
  db: Kysely<Schema>,
  { onRevoke = () => {}, publicUrl, dataDir, tools }: AdministrationOptions,
  afterCommit: AfterCommit,
) {
  const revoked = () => afterCommit(onRevoke);
  return {
    ...accountAdministration(db, revoked),
    ...keyAdministration(db, revoked),
    ...quotaAdministration(db),
    ...contactImport(db, requestOptIns, (asked) =>
      afterCommit(async (database) => {
        if (asked > 0) await sendSignal(database, 'work');
        await learnSizes(database, ['contact']);
      }),
    ),
    ...contactExport(db),
    ...profileAdministration(db),
    ...checkAdministration(db, { publicUrl }, tools),
    ...sendoutAdministration(db),
    ...limitAdministration(db),
    ...siteAdministration(db),
    ...backupAdministration(db, dataDir),
    ...diagnosisAdministration(db),
    ...auditAdministration(db),
  };
}

export type Administration = ReturnType<typeof administration>;
