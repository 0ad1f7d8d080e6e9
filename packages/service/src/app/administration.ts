import type { Kysely } from 'kysely';
import { accountAdministration, keyAdministration } from '../account/index.ts';
import { contactExport, contactImport } from '../people/index.ts';
import type { Schema } from '../platform/database/schema.ts';
import { sendoutAdministration } from '../sending/index.ts';

/**
 * What an operator does. All values are plain JSON, so that a running service can do it for a command.
 * @param onRevoke told when keys are revoked
 */
export function administration(db: Kysely<Schema>, onRevoke?: () => void) {
  return {
    ...accountAdministration(db),
    ...keyAdministration(db, onRevoke),
    ...contactImport(db),
    ...contactExport(db),
    ...sendoutAdministration(db),
  };
}

export type Administration = ReturnType<typeof administration>;
