import type { Handlers } from '@mailwright/server';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import {
  type AnswerRow,
  answers,
  type BounceRow,
  bounces,
  mailOf,
  type RecipientReportRow,
  recipients,
  type UniqueBounceRow,
  uniqueBounces,
} from '../../reports/index.ts';
import type { Context } from '../context.ts';
import { transactionOf } from './embeds.ts';
import { counts, lists } from './handler.ts';

/** Reports of what became of mails on their way. */
export const sendoutReportHandlers = {
  listRecipients: lists(
    recipients,
    (row: RecipientReportRow, { embed_transaction_id }: { embed_transaction_id: boolean }) => ({
      timestamp: formatSqlDateTime(row.at),
      mailing_id: row.mailing_id,
      msg_id: mailOf(row).msg_id!,
      ...transactionOf(row, embed_transaction_id),
    }),
  ),
  countRecipients: counts(recipients),

  listBounces: lists(bounces, (row: BounceRow, { embed_transaction_id }: { embed_transaction_id: boolean }) => ({
    timestamp: formatSqlDateTime(row.at),
    mailing_id: row.mailing_id,
    type: row.type,
    status_code: row.status_code,
    reason: row.reason,
    source: row.source,
    ...mailOf(row),
    ...transactionOf(row, embed_transaction_id),
  })),
  countBounces: counts(bounces),

  listAnswers: lists(answers, (row: AnswerRow) => ({
    timestamp: formatSqlDateTime(row.at),
    mailing_id: row.mailing_id,
    kind: row.kind,
    forwarded: row.forwarded,
    ...mailOf(row),
  })),
  countAnswers: counts(answers),

  listUniqueBounces: lists(
    uniqueBounces,
    ({ at, mailing_id, last_type, count, count_hard, count_soft }: UniqueBounceRow) => ({
      timestamp: formatSqlDateTime(at),
      mailing_id,
      last_type,
      count,
      count_hard,
      count_soft,
    }),
  ),
  countUniqueBounces: counts(uniqueBounces),
} satisfies Partial<Handlers<Context>>;
