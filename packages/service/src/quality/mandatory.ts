import { type Account, senders } from '../account/index.ts';
import type { Mailing } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { type DkimKey, missingKeyFault, obstacles, readRenderContext } from '../sending/index.ts';
import { approvalFault, approvalState } from './approvals/state.ts';
import { checkCompliance } from './attention/check.ts';
import { readSample } from './content/sample.ts';
import type { Finding } from './findings/findings.ts';
import { checkMessageSize } from './message-size/check.ts';
import { checkPersonalization } from './personalization/check.ts';

type Obstacle = obstacles.Obstacle;

/**
 * Lists what prevents sending a mailing (its state `checks`): personalization, message size, legal requirements, the domain of
 * the sender, a missing signature, and a required approval.
 * @param keys DKIM keys; absent if mails need not be signed
 */
export async function mandatoryObstacles(
  db: Db,
  account: Account,
  mailing: Mailing,
  keys?: readonly DkimKey[],
): Promise<Obstacle[]> {
  const context = await readRenderContext(db, account, mailing);
  const { sender } = context.content;
  const standing = sender === null ? undefined : await senders.senderStanding(db, account.id, sender);
  const foreign = standing && senders.senderFault(sender!, standing);
  // No mail can be made to look at.
  if (foreign !== undefined) return [obstacles.obstacle('sender_foreign', foreign)];
  const subject = { db, account, mailing, context, publicUrl: `https://${account.domain}` };
  const findings = (await checkPersonalization(subject)).findings;
  // Without a mail that can be made there is nothing else to look at.
  if (!findings.some(({ code }) => code === 'template_error')) {
    findings.push(...(await checkMessageSize(subject)).findings);
    findings.push(...(await checkCompliance(subject, await readSample(subject))));
  }
  const found = findings.filter(({ severity }) => severity === 'error').map(toObstacle);
  const unsigned = keys !== undefined && sender !== null ? unsignedFault(keys, sender, standing!) : undefined;
  if (unsigned !== undefined) found.push(obstacles.obstacle('sender_unsigned', unsigned));
  const unapproved = account.demands_approval ? approvalFault(await approvalState(db, mailing)) : undefined;
  if (unapproved !== undefined) found.push(obstacles.obstacle('approval_missing', unapproved));
  return found;
}

/** Returns an error of a check as an obstacle; its place comes first in the message. */
export function toObstacle({ code, message, location }: Finding): Obstacle {
  const isTag = code.startsWith('tag_') || code === 'template_error';
  return obstacles.obstacle(
    isTag ? 'tag_invalid' : 'check_failed',
    location === undefined ? message : `${location}: ${message}`,
  );
}

/** Returns why mails of a sender are not signed: there is no key, or those that there are may not sign for the account. */
function unsignedFault(
  keys: readonly DkimKey[],
  sender: string,
  { signable }: senders.SenderStanding,
): string | undefined {
  const missing = missingKeyFault(keys, sender);
  if (missing !== undefined || keys.some(({ domain }) => signable.includes(domain))) return missing;
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  return `Mails from ${sender} are not signed, because the domain does not belong to the account. Have an operator give it: mailwright sender-domains give ${domain}`;
}
