import type { Command } from 'commander';
import { keyFault } from '../account/index.ts';
import { readSecretFile } from '../platform/text/secret-file.ts';

/** The API key that the operator has chosen for the first account; undefined when one is to be made. */
export function chosenKey({ key, keyFile }: { key?: string; keyFile?: string }): string | undefined {
  if (keyFile === undefined) return key;
  if (key !== undefined) throw new Error('give the key only once: with --key-file, --key or MAILWRIGHT_KEY');
  const chosen = readSecretFile('--key-file', keyFile);
  const fault = keyFault(chosen);
  if (fault !== undefined) throw new Error(`--key-file: ${fault}`);
  return chosen;
}

/** The token for reading the metrics; undefined when there is none. */
export function chosenMetricsToken({ metricsToken, metricsTokenFile }: MetricsTokenChoice): string | undefined {
  if (metricsTokenFile === undefined) return metricsToken;
  if (metricsToken !== undefined)
    throw new Error(
      'give the token of metrics only once: with --metrics-token-file, --metrics-token or MAILWRIGHT_METRICS_TOKEN',
    );
  const chosen = readSecretFile('--metrics-token-file', metricsTokenFile);
  const fault = tokenFault(chosen);
  if (fault !== undefined) throw new Error(`--metrics-token-file: ${fault}`);
  return chosen;
}

interface MetricsTokenChoice {
  metricsToken?: string;
  metricsTokenFile?: string;
}

/** Returns what is wrong with a token that an operator has chosen, or `undefined`. */
export const tokenFault = (text: string): string | undefined =>
  /^[\x21-\x7e]{16,}$/.test(text)
    ? undefined
    : 'a token must have at least 16 visible ASCII characters, without spaces';

interface SmtpChoice {
  smtp?: string;
  smtpPasswordFile?: string;
  smtpTokenFile?: string;
}

/** The address of the mail server with the password, wherever it was given. */
export function smtpAddress(
  { smtp, smtpPasswordFile, smtpTokenFile }: SmtpChoice,
  env = process.env,
): string | undefined {
  const password =
    smtpPasswordFile === undefined
      ? env.MAILWRIGHT_SMTP_PASSWORD
      : readSecretFile('--smtp-password-file', smtpPasswordFile);
  if (smtpTokenFile !== undefined) return addressForToken(smtp, password);
  if (smtp === undefined || !password) return smtp;
  const url = new URL(smtp);
  if (url.password !== '')
    throw new Error('give the SMTP password only once: in --smtp, in a file or in MAILWRIGHT_SMTP_PASSWORD');
  if (url.username === '') throw new Error('--smtp must contain the user name for the password: smtp://user@host');
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Also for the address of several servers, which is no URL to `URL`. */
function addressForToken(smtp: string | undefined, password: string | undefined): string {
  if (smtp === undefined || new URL(smtp).username === '')
    throw new Error('--smtp-token-file requires --smtp with the user name: smtps://user@host');
  if (password || new URL(smtp).password !== '')
    throw new Error('give either an SMTP password or --smtp-token-file, not both');
  return smtp;
}

const hasPassword = (url: string) => /^[a-z]+:\/\/[^/?#:]*:[^/?#]+@/i.test(url);

/** Options with secrets in them, and how to give these so that nobody sees them. */
const secrets: { option: string; instead: string; isSecret: (value: string) => boolean }[] = [
  { option: 'key', instead: '--key-file or MAILWRIGHT_KEY', isSecret: () => true },
  { option: 'metricsToken', instead: '--metrics-token-file or MAILWRIGHT_METRICS_TOKEN', isSecret: () => true },
  { option: 'smtp', instead: '--smtp-password-file or MAILWRIGHT_SMTP_PASSWORD', isSecret: hasPassword },
  { option: 'relay', instead: 'the question of "mailwright setup"', isSecret: hasPassword },
  { option: 'database', instead: 'PGPASSFILE, PGPASSWORD or DATABASE_URL', isSecret: hasPassword },
];

/**
 * Lists the secrets in the arguments of a command, one line each. Every user of the machine can read them in the list of
 * processes.
 */
export function visibleSecrets(command: Command): string[] {
  return secrets.flatMap(({ option, instead, isSecret }) => {
    if (command.getOptionValueSource(option) !== 'cli' || !isSecret(command.getOptionValue(option))) return [];
    const { long } = command.options.find((each) => each.attributeName() === option)!;
    const what = isSecret === hasPassword ? `the password in ${long}` : long;
    return [`Other users of this machine can read ${what} in the process list; use ${instead} instead.`];
  });
}
