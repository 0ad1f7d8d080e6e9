import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { compileMail, type MailNotice, mailTexts, readRenderContext } from '../../sending/index.ts';

export interface TestMailOptions {
  notice?: MailNotice | undefined;
  /** The only part to send; by default all that the mailing has. */
  only?: 'html' | 'text' | undefined;
}

/** Compiles a mailing for people who try it. @throws TemplateError */
export async function compileTestMail(db: Db, account: Account, mailing: Mailing, options: TestMailOptions = {}) {
  const context = await readRenderContext(db, account, mailing);
  const { html, amp, text_body } = context.content;
  const content = {
    ...context.content,
    html: options.only === 'text' ? null : html,
    amp: options.only === undefined ? amp : null,
    text_body: options.only === 'html' ? null : text_body,
  };
  const tried = { ...context, content };
  return compileMail(
    db,
    tried,
    await mailTexts(tried, { notice: options.notice, makesText: options.only === undefined }),
    { purpose: 'test' },
  );
}
