import { findAccount } from '../account/index.ts';
import {
  countAttachments,
  findContent,
  isSealed,
  lastTransitions,
  listProperties,
  type Mailing,
  missingParts,
} from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { currentChecks, judgeMailing } from '../quality/index.ts';

const shownTransitions = 10;

/** A mailing as an operator looks at it; times are ISO 8601. */
export type MailingDetails = Awaited<ReturnType<typeof mailingDetails>>;

/** Settings of a mailing, what it has and lacks, results of its checks for the contents as they are, and its history. */
export async function mailingDetails(db: Db, mailing: Mailing) {
  const { account_id, id, name, type, state, content_version, target_group_id, schedule_time } = mailing;
  const content = await findContent(db, mailing);
  const checks = await currentChecks(db, mailing);
  const account = await findAccount(db, account_id);
  // Whether this process has a mail server says nothing of the service.
  const readiness = await judgeMailing({ db, account, userId: null, staysLocal: false }, mailing);
  const transitions = await lastTransitions(db, mailing, shownTransitions);
  return {
    id,
    name,
    type,
    state,
    sealed: isSealed(state),
    contentVersion: content_version,
    editorVersion: mailing.editor_version,
    created: mailing.created_at.toISOString(),
    changed: mailing.updated_at.toISOString(),
    scheduled: schedule_time?.toISOString() ?? null,
    subject: content.subject,
    sender: content.sender,
    senderAlias: content.sender_alias,
    previewText: content.preview_text,
    htmlBytes: Buffer.byteLength(content.html ?? ''),
    textBytes: Buffer.byteLength(content.text_body ?? ''),
    attachments: await countAttachments(db, mailing),
    properties: await listProperties(db, account_id, id),
    targetGroup: target_group_id,
    /** Missing parts without which it cannot be sent. */
    missing: missingParts(mailing, content).map(({ name }) => name),
    /** What stands in the way of sending it, and what to do about that. */
    obstacles: readiness.obstacles.map(({ code, severity, message, remedy }) => ({ code, severity, message, remedy })),
    /** Who would get a regular mailing now; null without a target group. */
    recipients: readiness.audience?.recipients ?? null,
    checks: checks.map(({ kind, state, finished_at }) => ({ kind, state, finished: finished_at.toISOString() })),
    transitions: transitions.map(({ at, ...transition }) => ({ ...transition, at: at.toISOString() })),
  };
}
