import { type Expression, type SqlBool, sql } from 'kysely';
import { contactTags } from '../../people/index.ts';
import type { FieldRule } from './rules.ts';

/** Rules on the tags of a contact: it has a tag, or one of several, or any. */
export function compileTagRule({ operator, value, values }: FieldRule): Expression<SqlBool> {
  switch (operator) {
    case 'EMPTY':
      return sql<SqlBool>`(contact.tags = '{}')`;
    case 'NOTEMPTY':
      return sql<SqlBool>`(contact.tags <> '{}')`;
    case 'NOTEQUALS':
      return sql<SqlBool>`(not ${contactTags.hasTag([value!])})`;
    default:
      return contactTags.hasTag(values ?? [value!]);
  }
}
