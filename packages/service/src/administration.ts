import type { Kysely } from 'kysely';
import { accountAdministration } from './account/administration.ts';
import { contactExport } from './contact-export/administration.ts';
import { contactImport } from './contact-import/administration.ts';
import type { Schema } from './db/schema.ts';
import { keyAdministration } from './keys/administration.ts';

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
  };
}

export type Administration = ReturnType<typeof administration>;
