import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { isCampaignParameter } from '../templates/index.ts';
import { unsealedStates } from './states.ts';

/** The namespaces of tags with values that do not belong to a mailing. */
type SharedNamespace = 'ACCOUNT' | 'CONTACT';

/**
 * To be called in the same transaction with a change of placeholders, of other values of the account, or of custom fields:
 * raises the content version of the mailings that may show one of them and are not sealed, so that check results, approvals,
 * sign-offs and schedules of them become stale.
 * @param names keys of placeholders, or names of fields
 */
export async function raiseVersionsShowing(
  db: Db,
  accountId: number,
  namespace: SharedNamespace,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  /** Placeholders that are on links although no tag names them. */
  const isOnLinks = namespace === 'ACCOUNT' && names.some(isCampaignParameter);
  const tags = names.map((name) => `${namespace}|${name}`);
  await sql`
    update mailing set version = version + 1, content_version = content_version + 1, updated_at = now()
    from mailing_content as content
    where mailing.account_id = ${accountId} and mailing.state = any(${[...unsealedStates]}::text[])
      and content.account_id = mailing.account_id and content.mailing_id = mailing.id
      and (${isOnLinks}::boolean or exists (
        select from (values (subject), (preview_text), (sender_alias), (recipient_alias), (html), (amp), (text_body)) as part (text)
        where exists (select from unnest(${tags}::text[]) as tag where strpos(part.text, tag) > 0)
          or strpos(part.text, ${namespace.toLowerCase()}) > 0 and exists (
            select from mailing_property as property
            where property.account_id = mailing.account_id and property.mailing_id = mailing.id
              and key = 'template_engine' and value = 'liquid')))`.execute(db);
}
