import { operations, validateValue } from '@mailwright/server';
import { type Account, findAccount } from '../account/index.ts';
import { findTargetGroup } from '../audiences/index.ts';
import {
  type ContentChange,
  changeContent,
  changeSettings,
  findContent,
  findMailing,
  findMailingIdByName,
  insertMailing,
  type Mailing,
  parts,
  renameMailing,
} from '../mailings/index.ts';
import { emptyContact, findContacts, parseEmail } from '../people/index.ts';
import { retrying } from '../platform/database/retry.ts';
import type { Db } from '../platform/database/schema.ts';
import { sendSignal } from '../platform/database/signals.ts';
import { isXmlText } from '../platform/text/xml.ts';
import {
  compileTestMail,
  endOfTestMail,
  readSample,
  renderFor,
  type Sample,
  startTestMail,
  tagFaults,
} from '../quality/index.ts';
import { readRenderContext } from '../sending/index.ts';
import { contentSizeFault } from '../templates/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { requireContact } from './contacts.ts';
import { requireMailing } from './mailings.ts';

/** Parts of a mailing that are to be set; absent ones stay as they are. */
export interface MailingParts {
  name?: string | undefined;
  subject?: string | undefined;
  sender?: string | undefined;
  senderAlias?: string | undefined;
  previewText?: string | undefined;
  html?: string | undefined;
  text?: string | undefined;
  targetGroup?: number | undefined;
}

type Wanted<Other> = Other & { account?: number | undefined };
type NewMailing = MailingParts & { name: string; subject: string; type: 'regular' | 'trigger' | 'doi' };

export const mailingContentActions = {
  createMailing: writes(async ({ db }, { account, type, ...parts }: Wanted<NewMailing>) => {
    const accountId = await chooseAccount(db, account);
    checkParts(parts);
    const { name, subject } = parts;
    const id = await insertMailing(db, accountId, { name, subject, type, creator: 'operator' });
    if (id === undefined) throw nameTaken(name);
    const mailing = (await findMailing(db, accountId, id))!;
    return { id, name, ...(await setParts(db, mailing, { ...parts, name: undefined })) };
  }),

  editMailing: writes(async ({ db }, { account, id, ...parts }: Wanted<MailingParts & { id: number }>) => {
    checkParts(parts);
    const mailing = await requireMailing(db, await chooseAccount(db, account), id);
    return { id, name: parts.name ?? mailing.name, ...(await setParts(db, mailing, parts)) };
  }),

  /** The mailing as a contact would get it; by default the first one of its target group. */
  previewMailing: reads(
    async ({ db, publicUrl }, wanted: Wanted<{ id: number; contact?: string | undefined }>): Promise<Sample> => {
      const accountId = await chooseAccount(db, wanted.account);
      const mailing = await requireMailing(db, accountId, wanted.id);
      const account = await findAccount(db, accountId);
      const subject = { db, account, mailing, context: await readRenderContext(db, account, mailing), publicUrl };
      if (wanted.contact === undefined) return readSample(subject);
      const contact = await requireContact(db, accountId, wanted.contact);
      return renderFor(subject, { ...contact, email: contact.email ?? emptyContact('somebody@example.com').email });
    },
  ),

  /** Sends a mailing to one address by the same rules as the API, and waits for it if a service can send it now. */
  testMailing: writes(
    async ({ db }, wanted: Wanted<{ mailing: number; email: string; wait: boolean }>) => {
      const accountId = await chooseAccount(db, wanted.account);
      const mailing = await requireMailing(db, accountId, wanted.mailing);
      const email = parseEmail(wanted.email);
      if (email === undefined) throw new Error(`"${wanted.email}" is not an email address`);
      const missing = parts.missingForTrial(mailing, await findContent(db, mailing));
      if (missing.length > 0)
        throw new Error(`mailing ${mailing.id} cannot be sent; missing: ${parts.namesOf(missing)}`);
      await compileTestMail(db, await findAccount(db, accountId), mailing);
      const [contact] = await findContacts(db, accountId, { email });
      const start = await retrying(() =>
        db.transaction().execute(async (transaction) => {
          await sendSignal(transaction, 'work');
          return startTestMail(transaction, mailing, { email: email.address, contact });
        }),
      );
      const mail = wanted.wait ? await endOfTestMail(db, start) : undefined;
      return { email: email.address, state: mail?.state ?? ('waiting' as const), reason: mail?.reason ?? null };
    },
    { transaction: false },
  ),
} satisfies Actions;

/** The rules for parts are those of the API. @throws ApiError 400 */
function checkParts({ name, subject, sender, senderAlias, previewText, html, text }: MailingParts): void {
  const { setMailingName, setMailingSubject, setMailingSender, setMailingSenderAlias, setMailingPreviewText } =
    operations;
  const rules = [
    [setMailingName, name],
    [setMailingSubject, subject],
    [setMailingSender, sender],
    [setMailingSenderAlias, senderAlias],
    [setMailingPreviewText, previewText],
  ] as const;
  for (const [{ bodies }, value] of rules) if (value !== undefined) validateValue(bodies[0]!, value);
  for (const [part, value = ''] of [
    ['html', html],
    ['text', text],
  ] as const) {
    const fault = isXmlText(value) ? contentSizeFault(part, value) : `${part} has characters that XML cannot carry`;
    if (fault !== undefined) throw new Error(fault);
  }
}

async function setParts(db: Db, mailing: Mailing, parts: MailingParts): Promise<{ warnings: string[] }> {
  const { account_id } = mailing;
  const { name, targetGroup } = parts;
  if (name !== undefined && name !== mailing.name) {
    if ((await findMailingIdByName(db, account_id, name)) !== undefined) throw nameTaken(name);
    await renameMailing(db, mailing, name);
  }
  if (targetGroup !== undefined) {
    if (mailing.type !== 'regular') throw new Error(`a ${mailing.type} mailing has no target group`);
    if ((await findTargetGroup(db, account_id, targetGroup)) === undefined)
      throw new Error(`there is no target group ${targetGroup}`);
    await changeSettings(db, mailing, { target_group_id: targetGroup });
  }
  const content = contentOf(parts);
  if (Object.keys(content).length === 0) return { warnings: [] };
  await changeContent(db, mailing, content);
  const account: Account = await findAccount(db, account_id);
  const faults = await tagFaults(db, account, mailing, { parts: content });
  return { warnings: faults.map(({ message, location }) => `${location}: ${message}`) };
}

/** The columns of the parts that are given. */
function contentOf({ subject, sender, senderAlias, previewText, html, text }: MailingParts): ContentChange {
  return {
    ...(subject !== undefined && { subject }),
    ...(sender !== undefined && { sender }),
    ...(senderAlias !== undefined && { sender_alias: senderAlias }),
    ...(previewText !== undefined && { preview_text: previewText }),
    ...(html !== undefined && { html, mjml: null }),
    ...(text !== undefined && { text_body: text }),
  };
}

const nameTaken = (name: string) => new Error(`another mailing has the name "${name}"; choose another one`);
