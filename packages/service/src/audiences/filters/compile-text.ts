import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { escapeLike } from '../../platform/text/match.ts';
import { compareOrdered } from './compile-order.ts';
import type { FieldRule } from './rules.ts';

/**
 * Text is compared without regard to upper and lower case, in Unicode normalization form C, and ordered by code point. Values are
 * stored as they were given: an ü may be one character or two.
 */
export function compileTextRule(rule: FieldRule): Expression<SqlBool> {
  const text = textOf(rule);
  const folded = isFolded(rule) ? sql`${text} collate "C"` : sql`${fold(text)} collate "C"`;
  const like = (pattern: string) => sql<SqlBool>`(${folded} like ${foldOnce(pattern)})`; // its escape is the backslash
  const literal = escapeLike(rule.value ?? '');
  switch (rule.operator) {
    case 'CONTAINS':
      return like(`%${literal}%`);
    case 'NOTCONTAINS':
      return sql<SqlBool>`(${like(`%${literal}%`)} is not true)`;
    case 'STARTS_WITH':
      return like(`${literal}%`);
    case 'ENDS_WITH':
      return like(`%${literal}`);
    case 'IN':
      return sql<SqlBool>`(${folded} in (
        select lower(normalize(wanted, nfc)) from jsonb_array_elements_text(${JSON.stringify(rule.values)}::jsonb) as wanted))`;
    case 'EMPTY':
      return sql<SqlBool>`(coalesce(${text}, '') = '')`;
    case 'NOTEMPTY':
      return sql<SqlBool>`(${text} <> '')`;
    default:
      return compareOrdered(rule, folded, foldOnce);
  }
}

/** Text of ASCII alone is in normalization form C. To normalize it would take as long as to read the row. */
const fold = (text: RawBuilder<unknown>) => sql`(case when octet_length(${text}) = length(${text}) then lower(${text})
  else lower(normalize(${text}, nfc)) end)`;

/** In a query of its own, which the database answers once: a prepared statement would fold the value for each contact. */
const foldOnce = (value: string) => sql`(select lower(normalize(${value}::text, nfc)))`;

/** Addresses are stored in lower case beside their own form. */
function isFolded({ field, is_customfield }: FieldRule): boolean {
  return !is_customfield && (field === 'EMAIL' || field === 'EMAIL_DOMAIN');
}

function textOf({ field, is_customfield }: FieldRule): RawBuilder<unknown> {
  if (is_customfield) return sql`(contact.custom_fields ->> ${field}::text)`;
  switch (field) {
    case 'EMAIL':
      return sql`contact.email_folded`;
    case 'EMAIL_DOMAIN':
      return sql`split_part(contact.email_folded, '@', 2)`;
    case 'EXTERNAL_ID':
      return sql`contact.external_id`;
    case 'CUSTOM_SOURCE':
      return sql`contact.source`;
    case 'PERMISSION_STATUS':
      return sql`(case when contact.unsubscribed_at is not null then 'unsubscribed'
        when contact.permission = 1 then 'none' else 'available' end)`;
    case 'SENDOUT_STATUS':
      return sql`(case when contact.blocked_at is null then 'allowed' else 'blocked' end)`;
    default:
      return sql`(contact.standard_fields ->> ${field}::text)`;
  }
}
