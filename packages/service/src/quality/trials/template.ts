import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { compileMail, type MailNotice, type MailTexts, mailTexts, readRenderContext } from '../../sending/index.ts';
import { TemplateError } from '../../templates/index.ts';

type Part = 'html' | 'text';

export interface TestMailOptions {
  notice?: MailNotice | undefined;
  /** The only part to send; by default all that recipients would get. */
  only?: Part | undefined;
}

/** Compiles a mailing for people who try it. @throws TemplateError */
export async function compileTestMail(
  db: Db,
  account: Account,
  mailing: Mailing,
  { notice, only }: TestMailOptions = {},
) {
  const context = await readRenderContext(db, account, mailing);
  const texts = await mailTexts(context, notice);
  return compileMail(db, context, only === undefined ? texts : pickPart(texts, only), { purpose: 'test' });
}

function pickPart(texts: MailTexts, part: Part): MailTexts {
  if (texts[part] === null)
    throw new TemplateError(`format must be a part that the mailing has, but the mailing has no ${part}`);
  return { html: null, text: null, [part]: texts[part] };
}
