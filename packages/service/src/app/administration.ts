import type { Kysely } from 'kysely';
import {
  accountAdministration,
  auditAdministration,
  keyAdministration,
  quotaAdministration,
} from '../account/index.ts';
import { contactExport, contactImport, profileAdministration } from '../people/index.ts';
import { backupAdministration } from '../platform/database/embedded/backup-administration.ts';
import type { Schema } from '../platform/database/schema.ts';
import { checkAdministration, type Tools } from '../quality/index.ts';
import { limitAdministration, sendoutAdministration } from '../sending/index.ts';
import { siteAdministration } from '../tracking/index.ts';
import { diagnosisAdministration } from './diagnosis.ts';

/** Where an operator's wishes are done. */
export interface AdministrationOptions {
  /** Told when keys are revoked. */
  onRevoke?: () => void;
  publicUrl: string;
  /** Of the embedded database. */
  dataDir?: string | undefined;
  tools: Tools;
}

/** What an operator does. All values are plain JSON, so that a running service can do it for a command. */
export function administration(db: Kysely<Schema>, { onRevoke, publicUrl, dataDir, tools }: AdministrationOptions) {
  return {
    ...accountAdministration(db, onRevoke),
    ...keyAdministration(db, onRevoke),
    ...quotaAdministration(db),
    ...contactImport(db),
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
