import type { FilterGroup } from '@mailwright/server';
import type { Context } from '../http/context.ts';
import { requireMailing } from '../mailings/require.ts';

/** 404 when a rule of a filter document names a mailing that the account does not have. */
export async function requireRuleMailings(document: FilterGroup, context: Context): Promise<void> {
  for (const id of new Set(mailingIds(document))) await requireMailing(context, id);
}

function mailingIds({ rules = [], groups = [] }: FilterGroup): number[] {
  return [...rules.flatMap(({ mailing_id }) => mailing_id ?? []), ...groups.flatMap(mailingIds)];
}
