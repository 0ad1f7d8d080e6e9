import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { MailingState, Schema } from '../../platform/database/schema.ts';
import { foldText } from '../../platform/text/fold.ts';
import { matchesFolded, type StringOperator } from '../../platform/text/match.ts';

/** Which mailings a list has. */
export type MailingCondition = (mailing: ExpressionBuilder<Schema, 'mailing'>) => Expression<SqlBool>;

const all: MailingCondition = (mailing) => mailing.val(true);

/** No state: all. */
export function inStates(states: readonly MailingState[]): MailingCondition {
  return states.length === 0 ? all : (mailing) => mailing('state', 'in', states);
}

/** No type: all. */
export function ofTypes(types: readonly string[]): MailingCondition {
  return types.length === 0 ? all : () => sql<SqlBool>`mailing.type = any(${types}::text[])`;
}

/** No subject: all. */
export function withSubject(operator: StringOperator, subject: string | undefined): MailingCondition {
  if (subject === undefined) return all;
  return () => sql<SqlBool>`exists (
    select from mailing_content as content
    where content.account_id = mailing.account_id and content.mailing_id = mailing.id
      and ${matchesFolded('content.subject_folded', operator, subject)})`;
}

/** No name: all. */
export function withCreator(operator: StringOperator, name: string | undefined): MailingCondition {
  return name === undefined ? all : () => matchesFolded('mailing.creator_folded', operator, name);
}

/** Those that have all of the keywords as tags (and), at least one (or), or exactly one (xor). No keyword: all. */
export function hasKeywords(operator: 'and' | 'or' | 'xor', keywords: readonly string[]): MailingCondition {
  if (keywords.length === 0) return all;
  const wanted = sql`${[...new Set(keywords.map(foldText))]}::text[]`;
  switch (operator) {
    case 'and':
      return () => sql<SqlBool>`mailing.tags_folded @> ${wanted}`;
    case 'or':
      return () => sql<SqlBool>`mailing.tags_folded && ${wanted}`;
    case 'xor':
      return () => sql<SqlBool>`
        (select count(*) from unnest(${wanted}) as keyword where keyword = any(mailing.tags_folded)) = 1`;
  }
}

/** Those that have a time, before the given one or from it on. */
export function scheduledAround(time: Date, before: boolean): MailingCondition {
  return (mailing) => mailing('schedule_time', before ? '<' : '>=', time);
}
