/** Rows that must never be there, by what they break: each statement finds some of them. */
export const forbiddenRows: Readonly<Record<string, string>> = {
  'a sendout has as many recipients as when they were fixed': `
    select mailing_id, recipients from sendout
    where frozen_at is not null and recipients <> (
      select count(*) from recipient where recipient.mailing_id = sendout.mailing_id)`,
  'a mail that was sent is logged once, and no other one': `
    select id, state from recipient where (state = 'sent')::int <> (
      select count(*) from delivery
      where delivery.mailing_id = recipient.mailing_id and delivery.number = recipient.id)`,
  'a contact gets a mailing once an occasion': `
    select mailing_id, contact_id, occasion from recipient group by 1, 2, 3 having count(*) > 1`,
  'a mail that was refused for good bounces once, and no other one': `
    select id, state, code from recipient where (state = 'failed' and code is not null)::int <> (
      select count(*) from bounce where bounce.fingerprint = 'smtp ' || recipient.id)`,
  'who waits for a mail is in a batch': `
    select recipient.id, recipient.state from recipient join mailing on mailing.id = recipient.mailing_id
    where recipient.state in ('pending', 'in_flight', 'deferred') and mailing.state in ('sending', 'released')
      and not exists (
        select from recipient_batch as batch where batch.mailing_id = recipient.mailing_id
          and batch.occasion = recipient.occasion and recipient.contact_id = any(contact_ids))`,
  'a sendout ends when all of its recipients have come to an end': `
    select recipient.id from recipient join mailing on mailing.id = recipient.mailing_id
    where mailing.state = 'done' and recipient.state in ('pending', 'in_flight', 'deferred')`,
  'a mailing is queued once': `
    select mailing_id from mailing_transition where to_state = 'queued' group by 1 having count(*) > 1`,
  'openings and clicks of readers are those written down': `
    select id from reader where openings <> (
        select count(*) from opening where opening.reader_id = reader.id and class <> 'machine')
      or clicks <> (select count(*) from click where click.reader_id = reader.id and class <> 'machine')`,
  'of a reader one opening is unique, and there is one if there is any': `
    select id from reader where (openings > 0)::int <> (
      select count(*) from opening where opening.reader_id = reader.id and first)`,
  'of a reader and link one click is unique': `
    select reader_id, link_id from click group by 1, 2
    having count(*) filter (where first) <> (count(*) filter (where class <> 'machine') > 0)::int`,
  'who clicks has opened': `select id from reader where clicks > 0 and openings = 0`,
  'who has unsubscribed has no permission': `
    select id, permission from contact where unsubscribed_at is not null and permission <> 1`,
  'an anonymous contact is nobody': `
    select id from contact where anonymous and (
      coalesce(email, email_folded, source, subscription_page) is not null or standard_fields <> '{}' or preferences <> '[]')`,
  'the log of blocks tells who is blocked': `
    select id from contact where (blocked_at is not null) <> coalesce((
      select new_status = 'blocked' from contact_block
      where contact_block.contact_id = contact.id order by contact_block.id desc limit 1), false)`,
  'who is on a blacklist is blocked': `
    select contact.id from contact join blacklist_entry as entry
      on entry.entry in (email_folded, '*@' || split_part(email_folded, '@', 2)) where blocked_at is null`,
  'the delivery limit of a week holds': `
    select delivery.mailing_id, contact_id from delivery
    join mailing_dispatching as dispatching on dispatching.mailing_id = delivery.mailing_id
    where delivery_limit > 0 and contact_id is not null and sent_at >= date_trunc('week', now())
    group by delivery.mailing_id, contact_id, delivery_limit having count(*) > delivery_limit`,
  'a contact goes through a program once at a time': `
    select program_id, contact_id from automation_run where ended_at is null group by 1, 2 having count(*) > 1`,
  'of several requests to opt in one is open': `
    select contact_id from opt_in_request where replaced_at is null and confirmed_at is null group by 1 having count(*) > 1`,
  'no work is given up': `select kind, error from job where state = 'dead'`,
};
