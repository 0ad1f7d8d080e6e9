export { approvalOutcome } from './approvals/outcome.ts';
export { type Approval, decide, deleteApprovalsOf, findApproval, listApprovals } from './approvals/store.ts';
export { backgroundChecks } from './background/checks.ts';
export { brokenCheck, checkJob, performCheck, queueCheck } from './background/job.ts';
export { takesMail } from './bounce-forecast/domains.ts';
export { type BackgroundKind, onlyRegular } from './checks/kind.ts';
export { startWhenFree } from './checks/start-when-free.ts';
export { currentCheck, currentChecks, eraseFailures, finishCheck, startCheck } from './checks/store.ts';
export { readSample, renderFor, type Sample } from './content/sample.ts';
export { presentable } from './findings/findings.ts';
export type { CheckOptions, CheckResult, Tools } from './findings/subject.ts';
export { mandatoryObstacles } from './mandatory.ts';
export { tagFaults } from './personalization/faults.ts';
export {
  findUnreadiness,
  judgeMailing,
  judgeRelays,
  type Readiness,
  type ReadinessContext,
} from './readiness.ts';
export { trialMails } from './trials/mail-source.ts';
export { failureFindings, type SendoutResult } from './trials/outcome.ts';
export { recordTrialReturnJob } from './trials/return-job.ts';
export { endOfSendout, endOfTestMail, startTestMail, startTestSendout, testRecipients } from './trials/start.ts';
export { compileTestMail } from './trials/template.ts';
export { unansweredTestJob } from './trials/unanswered.ts';
