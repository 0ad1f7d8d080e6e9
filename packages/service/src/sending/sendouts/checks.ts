import type { Account } from '../../account/index.ts';
import { findContent, type Mailing, missingParts } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import { findTags, type TextContext } from '../../templates/index.ts';

/** Looks at a mailing that is about to be sent; tells what stands against it, in a few words each, or nothing. */
export type SendoutCheck = (db: Db, account: Account, mailing: Mailing) => Promise<string[]>;

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Mailings must pass it unless their quality checks are switched off. */
    checkSendout: SendoutCheck;
  }
}

/** Returns the reasons why a mailing cannot be sent; empty if all checks passed. */
export async function runSendoutChecks(db: Db, account: Account, mailing: Mailing): Promise<string[]> {
  const faults = await missingForSendout(db, mailing);
  if (faults.length > 0 || !mailing.qos_checks) return faults;
  return hooksOf(db).checkSendout(db, account, mailing);
}

/** Requirements of every sendout, even with checks switched off. */
async function missingForSendout(db: Db, mailing: Mailing): Promise<string[]> {
  const content = await findContent(db, mailing);
  const missing = missingParts(mailing, content).map((part) => `${part} is missing`);
  const parts: [string | null, TextContext, string][] = [
    [content.html, 'html', 'html'],
    [content.text_body, 'plain', 'text'],
  ];
  for (const [template, context, name] of parts) {
    if (template && !hasUnsubscribeLink(template, context)) {
      missing.push(`link [[LINK|UNSUBSCRIBE]] in the ${name} is missing`);
    }
  }
  return missing;
}

const hasUnsubscribeLink = (template: string, context: TextContext) =>
  findTags(template, context).some(({ namespace, field }) => namespace === 'LINK' && field === 'UNSUBSCRIBE');
