/** Something that was looked at, and how it is. */
export interface DoctorFinding {
  /** Subject of the finding: `dns`, `spf`, `dkim`, … */
  check: string;
  /** The domain, address, file or the like. */
  subject: string;
  state: 'ok' | 'warning' | 'error';
  /** The observation and the recommended action. */
  message: string;
}

/** Findings of one check of one subject. */
export function findingsOf(check: string, subject: string) {
  const finding = (state: DoctorFinding['state']) => (message: string) => [{ check, subject, state, message }];
  return { ok: finding('ok'), warning: finding('warning'), error: finding('error') };
}
