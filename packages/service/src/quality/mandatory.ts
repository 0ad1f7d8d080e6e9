import type { Account } from '../account/index.ts';
import type { Mailing } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { type DkimKey, missingKeyFault, readRenderContext } from '../sending/index.ts';
import { approvalFault, approvalState } from './approvals/state.ts';
import { checkCompliance } from './attention/check.ts';
import { readSample } from './content/sample.ts';
import { checkMessageSize } from './message-size/check.ts';
import { checkPersonalization } from './personalization/check.ts';

/**
 * Lists in sentences what prevents sending a mailing (its state `checks`): personalization, message size, legal requirements,
 * a missing signature, and a required approval.
 * @param keys DKIM keys; absent if mails need not be signed
 */
export async function mandatoryFaults(
  db: Db,
  account: Account,
  mailing: Mailing,
  keys?: readonly DkimKey[],
): Promise<string[]> {
  const context = await readRenderContext(db, account, mailing);
  const subject = { db, account, mailing, context, publicUrl: `https://${account.domain}` };
  const findings = (await checkPersonalization(subject)).findings;
  // Without a mail that can be made there is nothing else to look at.
  if (!findings.some(({ code }) => code === 'template_error')) {
    findings.push(...(await checkMessageSize(subject)).findings);
    findings.push(...(await checkCompliance(subject, await readSample(subject))));
  }
  const errors = findings.filter(({ severity }) => severity === 'error');
  const faults = errors.map(({ message, location }) => (location === undefined ? message : `${location}: ${message}`));
  const { sender } = context.content;
  const unsigned = keys !== undefined && sender !== null ? missingKeyFault(keys, sender) : undefined;
  const unapproved = account.demands_approval ? approvalFault(await approvalState(db, mailing)) : undefined;
  return [...faults, unsigned, unapproved].filter((fault) => fault !== undefined);
}
