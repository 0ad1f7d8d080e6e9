import { badRequest, type Handlers, notFound, type TransactionalMailDraft } from '@mailwright/server';
import { findContent, findMailing, type Mailing, maxAttachmentKb, transactionalCarrier } from '../../mailings/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import {
  acceptMails,
  countMails,
  findMail,
  listMails,
  type NewContent,
  queuedMail,
  storyOf,
  type TransactionalMail,
} from '../../transactional/index.ts';
import type { Context } from '../context.ts';
import { requireOwnSender } from '../require-own-sender.ts';

/** Mails that programs send in one call. */
export const transactionalMailHandlers = {
  async sendTransactionalMail({ body }, { db, accountId, prechecked, wakeWorker }) {
    if (prechecked) throw prechecked;
    const recipients = body.to.map(({ email, name }) => ({ email: requireAddress('to', email), name }));
    const twice = recipients.find(
      ({ email }, at) => recipients.findIndex((one) => one.email.folded === email.folded) < at,
    );
    if (twice) throw badRequest(`to has "${twice.email.address}" twice; each address gets one mail.`);
    const content = readContent(body);
    const template = body.template;
    const mailing = template === undefined ? undefined : await requireTemplate({ db, accountId }, template);
    const sender = content.sender ?? (mailing && (await findContent(db, mailing)).sender);
    if (sender) await requireOwnSender({ db, accountId }, content.sender === null ? 'template' : 'from', sender);
    const mailingId = template ?? (await transactionalCarrier(db, accountId));
    const mails = { mailingId, template: template !== undefined, recipients, tags: body.tags ?? [], content };
    const ids = await acceptMails(db, accountId, mails);
    wakeWorker('mails');
    return ids.map((id, at) => ({ id, email: recipients[at]!.email.address }));
  },

  async getTransactionalMail({ mailId }, { db, account }) {
    const mail = await findMail(db, account.id, mailId);
    if (mail === undefined) throw notFound('Transactional mail', mailId);
    const { messageId, nextAttempt } = await queuedMail(db, account, mail);
    const events = (await storyOf(db, account.id, mailId)).map(({ step, at, code, reason }) => ({
      step,
      time: at.getTime(),
      ...(code !== null && { code }),
      ...(reason !== null && { reason }),
    }));
    return {
      ...overview(mail),
      ...(messageId !== undefined && { message_id: messageId }),
      ...(nextAttempt && { next_attempt: nextAttempt.getTime() }),
      events,
    };
  },

  async listTransactionalMails(input, { db, accountId }) {
    const { email, tag, state, from_date, to_date } = input;
    const criteria = {
      email,
      tag,
      state,
      from: from_date === undefined ? undefined : new Date(from_date),
      to: to_date === undefined ? undefined : new Date(to_date),
    };
    const mails = await listMails(db, accountId, criteria, input);
    return {
      items: mails.map(overview),
      total: await totalOf(mails, input, () => countMails(db, accountId, criteria)),
    };
  },
} satisfies Partial<Handlers<Context>>;

/** @throws ApiError 400 */
function readContent(draft: TransactionalMailDraft): NewContent {
  const { from, subject, html, text, template, data, reply_to, attachments = [], track } = draft;
  if (template === undefined) {
    if (from === undefined) throw badRequest('from is required without a template.');
    if (subject === undefined) throw badRequest('subject is required without a template.');
    if (html === undefined && text === undefined) throw badRequest('html, text or template is required.');
  } else if (html !== undefined || text !== undefined) {
    throw badRequest('html and text must not be given with a template.');
  }
  if (track?.clicks === 'fixed' && template === undefined && data === undefined) {
    throw badRequest(
      'track.clicks "fixed" needs data or a template: any link of other texts may be a secret. Use "all".',
    );
  }
  for (const { filename, data: file } of attachments) requireFile(filename, file);
  return {
    sender: from ? requireAddress('from', from.email).address : null,
    senderName: from?.name ?? null,
    subject: subject ?? null,
    html: html ?? null,
    text: text ?? null,
    data: data ?? null,
    replyTo: reply_to === undefined ? null : requireAddress('reply_to', reply_to).address,
    attachments: attachments.map(({ filename, mimetype, data }) => ({ filename, mimetype, data })),
    ...(track && {
      track: {
        opens: track.opens ?? false,
        clicks: track.clicks !== undefined,
        unsubscriptions: track.unsubscriptions ?? false,
      },
    }),
  };
}

function requireAddress(field: string, text: string): EmailAddress {
  const address = parseEmail(text);
  if (address === undefined) throw badRequest(`${field} must be an email address but was "${text}".`);
  return address;
}

function requireFile(filename: string, data: string): void {
  const isBase64 = data.length > 0 && data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
  if (!isBase64) throw badRequest(`data of the attachment "${filename}" must be base64 and not empty.`);
  if ((data.length / 4) * 3 <= maxAttachmentKb * 1024 + 2) return;
  throw badRequest(`Attachment "${filename}" must have at most ${maxAttachmentKb} KB.`);
}

async function requireTemplate({ db, accountId }: Pick<Context, 'db' | 'accountId'>, id: number): Promise<Mailing> {
  const mailing = await findMailing(db, accountId, id);
  if (mailing?.type === 'trigger' && mailing.state === 'released') return mailing;
  const state =
    mailing === undefined ? 'no mailing has this id' : `it is a ${mailing.type} mailing in state ${mailing.state}`;
  throw badRequest(`template must be a released trigger mailing but was ${id}: ${state}.`);
}

function overview({ id, email, name, state, created_at, tags, template, mailing_id }: TransactionalMail) {
  return {
    id,
    to: { email, ...(name !== null && { name }) },
    state,
    created: created_at.getTime(),
    tags,
    ...(template && { template: mailing_id }),
  };
}
