import { type DoctorFinding, findingsOf } from './finding.ts';

/** Findings about the encryption of secrets in the database. Opening it has already failed without their key. */
export function checkSecrets({ all, others }: { all: number; others: number }, isServer: boolean): DoctorFinding[] {
  const { ok, warning } = findingsOf('secrets', 'database');
  if (others === 0) return ok(`${all} secrets are encrypted with the newest key.`);
  return warning(
    `${others} of ${all} secrets are readable or encrypted with an older key. ${
      isServer
        ? 'Give all processes the same key (--secrets-key-file or MAILWRIGHT_SECRETS_KEY) and run "mailwright secrets rotate".'
        : 'The service encrypts them when it starts, and within a minute while it runs.'
    }`,
  );
}
