import { type FilterGroup, notFound } from '@mailwright/server';
import { lockMailings } from '../../mailings/index.ts';
import type { Context } from '../context.ts';

/** 404 when a rule of a filter document names a mailing that the account does not have; those there are stay. */
export async function requireRuleMailings(document: FilterGroup, context: Context): Promise<void> {
  const ids = [...new Set(mailingIds(document))];
  if (ids.length === 0) return;
  const found = await lockMailings(context.db, context.accountId, ids);
  const missing = ids.find((id) => !found.some((mailing) => mailing.id === id));
  if (missing !== undefined) throw notFound('Mailing', missing);
}

function mailingIds({ rules = [], groups = [] }: FilterGroup): number[] {
  return [...rules.flatMap(({ mailing_id }) => mailing_id ?? []), ...groups.flatMap(mailingIds)];
}
