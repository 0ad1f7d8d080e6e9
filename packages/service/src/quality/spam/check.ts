import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { signatureFaults } from '../../sending/index.ts';
import { buildMessages, sampleContacts } from '../content/sample.ts';
import { readingLimits, withinLimits } from '../content/within-limits.ts';
import { type Finding, stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction, Tools } from '../findings/subject.ts';
import type { SpamScore } from './judge.ts';
import { askSpamd } from './spamd.ts';

/** Score from which most spam filters treat a mail as spam. */
const threshold = 5;
const warningShare = 0.6;
const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/**
 * Judges the finished mail by our own rules, and by SpamAssassin where the operator has one; the higher score counts. Fails
 * if mails are to be signed and receivers would find no valid signature.
 */
export const checkSpam = (async (subject: CheckedMailing, { spamd, dkim }: Tools) => {
  const { value: raw } = await buildMessages(subject, await sampleContacts(subject, 1)).next();
  const own = await withinLimits(call('scoreMail', raw!, readingLimits));
  const findings: Finding[] = [];
  const other = await secondOpinion(spamd, raw!, findings);
  const score = Math.max(own.score, other?.score ?? own.score);
  if (score >= warningShare * threshold) {
    const severity = score >= threshold ? 'error' : 'warning';
    const message = `The mail has ${score} points; many filters treat mails with ${threshold} points as spam.`;
    findings.push({ code: 'spam_score', severity, message });
  }
  const { sender } = subject.context.content;
  if (dkim !== undefined && sender !== null) {
    const faults = await signatureFaults(dkim, sender);
    findings.push(
      ...faults.map((message) => ({ code: 'dkim', severity: 'error' as const, message, location: sender })),
    );
  }
  const rules = [...own.rules, ...(other?.rules ?? [])];
  findings.push(
    ...own.rules
      .filter((rule) => rule.score > 0)
      .map(({ name, score: points, description }) => ({
        code: name.toLowerCase(),
        severity: 'info' as const,
        message: `${description} (${points})`,
      })),
  );
  return { state: stateOf(findings), score, threshold, rules: rules.slice(0, 1000), findings };
}) satisfies CheckFunction;

async function secondOpinion(
  spamd: Tools['spamd'],
  raw: Uint8Array,
  findings: Finding[],
): Promise<SpamScore | undefined> {
  if (spamd === undefined) return undefined;
  try {
    const { score, rules } = await askSpamd(spamd, raw);
    findings.push({ code: 'spamassassin', severity: 'info', message: `The SpamAssassin score is ${score}.` });
    return { score, rules };
  } catch (error) {
    const message = `SpamAssassin could not be asked: ${(error as Error).message}.`;
    findings.push({ code: 'spamassassin_unavailable', severity: 'warning', message });
    return undefined;
  }
}
