export type Decision = 'approved' | 'rejected' | null;
export type ApprovalOutcome = 'success' | 'warning' | 'failed';

/**
 * State of an approval sendout: failed when nobody got the mail or anybody rejected it, success when everybody approved,
 * a warning in between.
 */
export function approvalOutcome(sent: number, decisions: Decision[]): ApprovalOutcome {
  if (sent === 0 || decisions.includes('rejected')) return 'failed';
  return decisions.every((decision) => decision === 'approved') ? 'success' : 'warning';
}
