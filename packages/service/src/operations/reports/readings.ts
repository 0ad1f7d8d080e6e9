import type { Handlers } from '@mailwright/server';
import type { Account } from '../../account/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import {
  type ClickRow,
  clicks,
  mailOf,
  type OpenRow,
  opens,
  type Reading,
  uniqueClicks,
  uniqueOpens,
} from '../../reports/index.ts';
import type { Context } from '../context.ts';
import { clientOfReading, hashOf, type ReadingEmbeds, transactionOf } from './embeds.ts';
import { counts, lists } from './handler.ts';

/** Reports of openings and clicks. */
export const readingHandlers = {
  listOpens: lists(opens, openItem),
  countOpens: counts(opens),
  listUniqueOpens: lists(uniqueOpens, openItem),
  countUniqueOpens: counts(uniqueOpens),
  listClicks: lists(clicks, clickItem),
  countClicks: counts(clicks),
  listUniqueClicks: lists(uniqueClicks, clickItem),
  countUniqueClicks: counts(uniqueClicks),
} satisfies Partial<Handlers<Context>>;

function openItem(row: OpenRow, embeds: ReadingEmbeds, account: Account) {
  return { ...readingItem(row, embeds, account), source: row.source };
}

function clickItem(row: ClickRow, embeds: ReadingEmbeds & { embed_link_tags: boolean }, account: Account) {
  const { link_id, link_type, link_url, link_tags } = row;
  const tags = embeds.embed_link_tags ? { link_tags } : {};
  return { ...readingItem(row, embeds, account), link_id, link_type, link_url, ...tags };
}

function readingItem(row: Reading, embeds: ReadingEmbeds, account: Account) {
  const { at, mailing_id, format, device_type } = row;
  return {
    timestamp: formatSqlDateTime(at),
    mailing_id,
    format,
    device_type,
    ...mailOf(row),
    ...transactionOf(row, embeds.embed_transaction_id),
    ...hashOf(row.reader_id, embeds.embed_contact_hash, account),
    ...clientOfReading(row.user_agent, embeds.embed_email_client_infos),
  };
}
