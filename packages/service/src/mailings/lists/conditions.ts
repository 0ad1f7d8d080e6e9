import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { foldText } from '../../platform/text/fold.ts';
import { matchesFolded, type StringOperator } from '../../platform/text/match.ts';
import type { MailingState } from '../tables.ts';

/** The mailings of a list: those that meet all of the criteria given. */
export interface MailingCriteria {
  /** Empty: mailings in all states. */
  states?: readonly MailingState[];
  /** Empty: mailings of all types. */
  types?: readonly string[];
  subject?: { operator: StringOperator; text: string | undefined };
  creator?: { operator: StringOperator; text: string | undefined };
  /** The mailing has all keywords as labels (`and`), at least one (`or`), or exactly one (`xor`). */
  keywords?: { operator: 'and' | 'or' | 'xor'; words: readonly string[] };
  /** The mailing has a time, before the given one or from it on. */
  scheduled?: { time: Date; before: boolean };
}

type MailingCondition = (mailing: ExpressionBuilder<Schema, 'mailing'>) => Expression<SqlBool>;

/** Returns the SQL condition of the criteria. */
export function mailingsMatching({
  states = [],
  types = [],
  subject,
  creator,
  keywords,
  scheduled,
}: MailingCriteria): MailingCondition {
  const conditions: MailingCondition[] = [];
  if (states.length > 0) conditions.push(() => sql<SqlBool>`mailing.state = any(${states}::text[])`);
  if (types.length > 0) conditions.push(() => sql<SqlBool>`mailing.type = any(${types}::text[])`);
  if (subject?.text !== undefined) conditions.push(hasSubject(subject.operator, subject.text));
  if (creator?.text !== undefined) {
    const { operator, text } = creator;
    conditions.push(() => matchesFolded('mailing.creator_folded', operator, text));
  }
  if (keywords && keywords.words.length > 0) conditions.push(hasKeywords(keywords.operator, keywords.words));
  if (scheduled) conditions.push((mailing) => mailing('schedule_time', scheduled.before ? '<' : '>=', scheduled.time));
  return (mailing) => mailing.and(conditions.map((condition) => condition(mailing)));
}

function hasSubject(operator: StringOperator, subject: string): MailingCondition {
  return () => sql<SqlBool>`exists (
    select from mailing_content as content
    where content.account_id = mailing.account_id and content.mailing_id = mailing.id
      and ${matchesFolded('content.subject_folded', operator, subject)})`;
}

function hasKeywords(operator: 'and' | 'or' | 'xor', keywords: readonly string[]): MailingCondition {
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
