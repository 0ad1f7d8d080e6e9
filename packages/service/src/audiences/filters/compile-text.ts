import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { escapeLike } from '../../platform/text/match.ts';
import { compareOrdered } from './compile-order.ts';
import { firstLetters, isCertain, lowerAscii, roughPattern } from './rough-pattern.ts';
import type { FieldRule } from './rules.ts';

/**
 * Text is compared without regard to upper and lower case, in Unicode normalization form C, and ordered by code point. Values are
 * stored as they were given: an ü may be one character or two.
 */
export function compileTextRule(rule: FieldRule): Expression<SqlBool> {
  const text = textOf(rule);
  const folded = isFolded(rule) ? sql`${text} collate "C"` : sql`${fold(text)} collate "C"`;
  const value = rule.value ?? '';
  const like = (before: '%' | '', after: '%' | '') => {
    const pattern = foldOnce(before + escapeLike(value) + after); // its escape is the backslash
    return isFolded(rule)
      ? sql<SqlBool>`(${folded} like ${pattern})`
      : ifLike(text, before + roughPattern(value) + after, sql`${folded} like ${pattern}`);
  };
  const equals = () => {
    const isEqual = compareOrdered({ ...rule, operator: 'EQUALS' }, folded, foldOnce);
    return isFolded(rule) ? isEqual : isOneOf(text, [value], isEqual);
  };
  switch (rule.operator) {
    case 'EQUALS':
      return equals();
    case 'NOTEQUALS':
      return not(equals());
    case 'CONTAINS':
      return like('%', '%');
    case 'NOTCONTAINS':
      return not(like('%', '%'));
    case 'STARTS_WITH':
      return isFolded(rule) ? like('', '%') : ifBegins(text, [value], like('', '%'));
    case 'ENDS_WITH':
      return like('%', '');
    case 'IN': {
      const isAmong = sql<SqlBool>`(${folded} in (
        select lower(normalize(wanted, nfc)) from jsonb_array_elements_text(${JSON.stringify(rule.values)}::jsonb) as wanted))`;
      return isFolded(rule) ? isAmong : isOneOf(text, rule.values!, isAmong);
    }
    case 'EMPTY':
      return sql<SqlBool>`(coalesce(${text}, '') = '')`;
    case 'NOTEMPTY':
      return sql<SqlBool>`(${text} <> '')`;
    default:
      return compareOrdered(rule, folded, foldOnce);
  }
}

/** Also for contacts without a value. */
const not = (condition: Expression<SqlBool>) => sql<SqlBool>`(${condition} is not true)`;

/** To compare with more texts takes as long as folding, and with more letters as long as lowering. */
const few = 8;
const fewLetters = 4;

/** Folding reads a value from the JSON three times: so most contacts are told by their ASCII letters, which reads it once. */
const lowered = (text: RawBuilder<unknown>) => sql`lower(${text} collate "C")`;

/** Puts the first letter of texts before a condition that only those fulfill which begin like one of them. */
function ifBegins(
  text: RawBuilder<unknown>,
  values: readonly string[],
  condition: Expression<SqlBool>,
): Expression<SqlBool> {
  const patterns = letterPatterns(values);
  if (patterns === undefined) return condition;
  return sql<SqlBool>`(case when ${text} collate "C" like any(${patterns}::text[]) then ${condition} end)`;
}

/** Patterns of the first letters; `undefined` if there are none, or too many. */
function letterPatterns(values: readonly string[]): string[] | undefined {
  const letters = values.map(firstLetters);
  const patterns = [...new Set(letters.flatMap((one) => one ?? []))];
  return letters.includes(undefined) || patterns.length > fewLetters ? undefined : patterns;
}

/**
 * Puts a rough pattern before a condition that only texts fulfill that match it. The planner takes a case for as likely as not;
 * of two comparisons with `and` it would expect hardly any contacts, and choose plans for few.
 */
function ifLike(text: RawBuilder<unknown>, pattern: string, condition: Expression<SqlBool>): Expression<SqlBool> {
  if (/^%*$/.test(pattern)) return sql<SqlBool>`(${condition})`;
  return sql<SqlBool>`(case when ${lowered(text)} like ${pattern} then ${condition} end)`;
}

/** Compiles that a text has the folded form of one of several; `isFoldedSo` says so after folding it. */
function isOneOf(
  text: RawBuilder<unknown>,
  values: readonly string[],
  isFoldedSo: Expression<SqlBool>,
): Expression<SqlBool> {
  if (values.length > few) return isFoldedSo;
  const same = sql<SqlBool>`(${lowered(text)} = any(${values.map(lowerAscii)}::text[]))`;
  if (values.every(isCertain)) return ifBegins(text, values, same);
  const patterns = values.map(roughPattern);
  if (patterns.some((pattern) => /^%*$/.test(pattern))) return isFoldedSo;
  const alike = sql<SqlBool>`${lowered(text)} like any(${patterns}::text[])`;
  // Among texts with the same first letter, equal ones are frequent.
  return letterPatterns(values) === undefined
    ? sql<SqlBool>`(case when ${alike} then ${same} or ${isFoldedSo} end)`
    : ifBegins(text, values, sql`${same} or (${alike} and ${isFoldedSo})`);
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
