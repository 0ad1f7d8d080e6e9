import { type RawBuilder, sql } from 'kysely';

/**
 * Writes down mails that came back, as part of a statement with the tables `bounced` (mailing_id, contact_id, occasion, at,
 * status, source, fingerprint) and `living`. One that is written down already is left out; a contact that was erased
 * meanwhile is counted without its id.
 */
export function insertBounces(accountId: number): RawBuilder<unknown> {
  return sql`
    insert into bounce (account_id, mailing_id, contact_id, occasion, at, type, status_code, source, fingerprint)
    select ${accountId}::int8, mailing_id, living.id, occasion, at,
      case when status like '5%' then 'permanent' else 'transient' end, status, source, fingerprint
    from bounced left join living on living.id = bounced.contact_id
    on conflict do nothing`;
}
