import { type SqlBool, sql } from 'kysely';
import { type ContactCondition, containsWords, importedContacts } from '../../people/index.ts';
import { compileGroup } from '../filters/compile.ts';
import type { Group } from '../filters/rules.ts';

/** What contacts are searched by, as JSON: all that is given must hold. */
export interface ContactSelection {
  text?: string;
  ids?: readonly number[];
  importId?: number;
  /** Empty lists hold for everybody. */
  group: Group;
}

/** The condition to be selected, by what contacts are now. */
export function selectionCondition(
  accountId: number,
  { text, ids, importId, group }: ContactSelection,
): ContactCondition {
  return (contact) =>
    contact.and([
      ...(ids ? [sql<SqlBool>`contact.id = any(${ids}::int8[])`] : []),
      ...(importId ? [importedContacts.isImported(accountId, importId)(contact)] : []),
      ...(text ? [containsWords(text)(contact)] : []),
      ...(group.rules.length + group.groups.length > 0 ? [compileGroup(group, { accountId }, contact)] : []),
    ]);
}
