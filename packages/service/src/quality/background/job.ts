import { findAccount } from '../../account/index.ts';
import { findMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { readRenderContext } from '../../sending/index.ts';
import { TemplateError } from '../../templates/index.ts';
import { type BackgroundKind, type CheckRun, checkJobKey, checkJobKind } from '../checks/kind.ts';
import { finishCheck, isRunning } from '../checks/store.ts';
import { type Finding, presentable, templateFinding } from '../findings/findings.ts';
import type { CheckedMailing, CheckResult, Tools } from '../findings/subject.ts';
import { backgroundChecks } from './checks.ts';
import { noFigures } from './no-figures.ts';

const maxAttempts = 3;

/** Queues a check that was started. */
export async function queueCheck(db: Db, run: CheckRun): Promise<void> {
  await enqueue<CheckRun>(db, checkJobKind, { accountId: run.accountId, key: checkJobKey(run), payload: run });
}

/** Makes queued checks. Does nothing if the check was started again since. */
export function checkJob(environment: { publicUrl: string }, tools: Tools): JobHandler<CheckRun> {
  return {
    ...checkJobKind,
    concurrency: 3,
    maxAttempts,
    async run(db, run, job) {
      try {
        await performCheck(db, run, environment, tools);
      } catch (error) {
        if (job.attempt === maxAttempts) await finishCheck(db, run, 'failed', brokenCheck(run.kind as BackgroundKind));
        throw error;
      }
    },
  };
}

/** Makes a check that was started and records its result. Returns `undefined` if it was started again or has no mailing. */
export async function performCheck(
  db: Db,
  run: CheckRun,
  { publicUrl }: { publicUrl: string },
  tools: Tools,
): Promise<CheckResult | undefined> {
  const mailing = await findMailing(db, run.accountId, run.mailingId);
  if (mailing === undefined || !(await isRunning(db, run))) return undefined;
  const account = await findAccount(db, run.accountId);
  const context = await readRenderContext(db, account, mailing);
  const subject = { db, account, mailing, context, publicUrl };
  const result = await makeCheck(run.kind as BackgroundKind, subject, tools);
  const { state, ...more } = result;
  await finishCheck(db, run, state, more);
  return result;
}

/** Makes a check; its findings are fit for a document. */
async function makeCheck(kind: BackgroundKind, subject: CheckedMailing, tools: Tools): Promise<CheckResult> {
  const result = await backgroundChecks[kind](subject, tools).catch((error): CheckResult => {
    if (!(error instanceof TemplateError)) throw error;
    return { state: 'failed', ...unmade(kind, templateFinding(error)) };
  });
  return { ...result, findings: presentable(result.findings) };
}

/** The result of a check that could not be made. */
const unmade = (kind: BackgroundKind, finding: Finding) => ({ ...noFigures[kind], findings: [finding] });

/** The result of a check that an error of the service has ended. */
export const brokenCheck = (kind: BackgroundKind) => unmade(kind, broken);

const broken: Finding = {
  code: 'check_broken',
  severity: 'error',
  message: 'The check failed because of an internal error; see the log of the service.',
};
