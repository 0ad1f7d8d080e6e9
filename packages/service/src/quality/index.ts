export { approvalOutcome } from './approvals/outcome.ts';
export { type SendoutResult, sendForApproval, testRecipients } from './approvals/sendout.ts';
export { type Approval, decide, deleteApprovalsOf, findApproval, listApprovals } from './approvals/store.ts';
export { currentCheck, finishCheck, forgetFailures, startCheck } from './checks/store.ts';
