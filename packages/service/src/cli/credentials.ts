import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFile } from '../platform/text/secret-file.ts';

/** Variables by the name of a credential: with the path of its file, or with its content. */
const variables = new Map<string, { variable: string; takes: 'path' | 'content' }>([
  ['database-url', { variable: 'DATABASE_URL', takes: 'content' }],
  ['key', { variable: 'MAILWRIGHT_KEY_FILE', takes: 'path' }],
  ['metrics-token', { variable: 'MAILWRIGHT_METRICS_TOKEN_FILE', takes: 'path' }],
  ['smtp-password', { variable: 'MAILWRIGHT_SMTP_PASSWORD_FILE', takes: 'path' }],
  ['smtp-token', { variable: 'MAILWRIGHT_SMTP_TOKEN_FILE', takes: 'path' }],
  ['bounce-events', { variable: 'MAILWRIGHT_BOUNCE_EVENTS', takes: 'path' }],
  ['bounce-mailbox-password', { variable: 'MAILWRIGHT_BOUNCE_MAILBOX_PASSWORD_FILE', takes: 'path' }],
  ['bounce-mailbox-token', { variable: 'MAILWRIGHT_BOUNCE_MAILBOX_TOKEN_FILE', takes: 'path' }],
  ['secrets-key', { variable: 'MAILWRIGHT_SECRETS_KEY_FILE', takes: 'path' }],
  ['single-sign-on', { variable: 'MAILWRIGHT_SINGLE_SIGN_ON_FILE', takes: 'path' }],
  ['move-key', { variable: 'MAILWRIGHT_MOVE_KEY_FILE', takes: 'path' }],
  ['tls-certificate', { variable: 'MAILWRIGHT_TLS_CERT', takes: 'path' }],
  ['tls-key', { variable: 'MAILWRIGHT_TLS_KEY', takes: 'path' }],
]);

/** systemd puts the name of the credential before the names of files if `LoadCredential` names a directory. */
const prefix = 'mailwright_';

/**
 * Returns the variables that the files in `$CREDENTIALS_DIRECTORY` stand for: credentials of systemd, or mounted secrets of a
 * container. Variables that are set already win. Other files may belong to something else, unless they have our prefix.
 * @throws Error if a file with the prefix has an unknown name
 */
export function credentialVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const { CREDENTIALS_DIRECTORY: directory } = env;
  if (directory === undefined) return {};
  const found: [variable: string, value: string][] = [];
  for (const file of listFiles(directory)) {
    const name = file.startsWith(prefix) ? file.slice(prefix.length) : file;
    const known = variables.get(name);
    if (known === undefined && file !== name)
      throw new Error(`Unknown credential "${name}" in ${directory}. Allowed: ${[...variables.keys()].join(', ')}`);
    if (known === undefined || Object.hasOwn(env, known.variable)) continue;
    const path = join(directory, file);
    found.push([known.variable, known.takes === 'path' ? path : readSecretFile(`Credential ${name}`, path)]);
  }
  return Object.fromEntries(found);
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // An image names the directory in which secrets may be mounted; without any it does not exist.
    if (code === 'ENOENT') return [];
    throw new Error(`CREDENTIALS_DIRECTORY: ${directory} cannot be read (${code})`);
  }
}
