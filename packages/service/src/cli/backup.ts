import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { secrets } from '../account/index.ts';
import { checkRecipients, packBackup } from '../platform/database/backups/archive.ts';
import type { CopyProgress } from '../platform/database/backups/copy-progress.ts';
import { restoreBackup } from '../platform/database/backups/restore.ts';
import { addSecretKeys } from '../platform/database/backups/secret-keys.ts';
import { type VerifiedBackup, verifyBackup } from '../platform/database/backups/verify.ts';
import { openDatabase } from '../platform/database/open.ts';
import { secretKeyFile } from '../platform/database/secret-key-file.ts';
import { keysInDirectory } from '../platform/secrets/key-source.ts';
import { readSecretText } from '../platform/text/secret-file.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { databaseConfig, openOperator } from './operator.ts';
import { collect, type DataOptions, dataOptions } from './options.ts';
import { startProgressBar } from './progress-bar.ts';

const lookMillis = 200;

interface BackupOptions extends DataOptions, JsonOptions {
  verify?: boolean;
  recipient: string[];
  continue?: boolean;
  withKey?: boolean;
}

interface RestoreOptions extends DataOptions, JsonOptions {
  verify?: boolean;
  identity?: string;
  until?: Date;
}

/** `mailwright backup`: a copy of the embedded database. Works beside a running service. */
export function backupCommand(): Command {
  const command = new Command('backup')
    .description('copy the embedded database to a new directory or encrypted file; works while the service runs')
    .argument('<target>', 'directory to create, or with --recipient a file')
    .option(
      '--continue',
      'add what has changed since to the backup in the directory; without one, create one that allows this',
    )
    .option('--verify', 'restore the copy beside it, read all of it, and remove what was restored')
    .option(
      '--recipient <key>',
      'public key of age, age1…, that the backup is encrypted for; can be repeated',
      collect,
      [],
    )
    .option(
      '--with-key',
      'include the keys of the secrets in the database; who has the backup can then read these secrets',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  mailwright backup /var/backups/mailwright-$(date +%F) --verify
  mailwright backup /var/backups/mailwright-$(date +%F).tar.gz.age --verify --recipient age1…
  mailwright backup /var/backups/mailwright-$(date +%G-%V) --continue

Mails in the outbox, the certificate and the DKIM keys are separate files: copy them too. So is secrets.key, without which
the secrets in a backup cannot be decrypted: keep a copy apart from the backups, or use --with-key.
`,
    )
    .action(backup);
  for (const option of dataOptions()) command.addOption(option);
  return command;
}

/** `mailwright backup-verified`: for backups that other tools make and restore. Works beside a running service. */
export function backupVerifiedCommand(): Command {
  const command = new Command('backup-verified')
    .description('record that a backup made with other tools was restored and read, for doctor and alerts')
    .argument('<time>', 'moment of the state that the backup has, such as 2031-06-01T03:00:00Z', pointInTime)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Example:
  mailwright backup-verified 2031-06-01T03:00:00Z --database postgres://db.example.com/mailwright
`,
    )
    .action(async (time: Date, { json, ...options }: DataOptions & JsonOptions) => {
      await recordVerified(time, options);
      if (json) printJson({ finished: time });
    });
  for (const option of dataOptions()) command.addOption(option);
  return command;
}

/** `mailwright restore`: puts such a copy in its place, or only tries whether it can be. */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('restore a backup into a data directory without a database')
    .argument('<backup>', 'directory or file created by "mailwright backup"')
    .option('--identity <file>', 'file with the private key of age that an encrypted backup needs')
    .option('--until <time>', 'state of a continued backup at that time, such as 2031-06-01T14:30:00Z', pointInTime)
    .option('--verify', 'restore beside the backup, read all of it, and remove what was restored; --data is not used')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  mailwright restore /var/backups/mailwright-2031-06-01 --data /var/lib/mailwright
  mailwright restore /var/backups/mailwright-2031-22 --until 2031-06-01T14:30:00Z --data /var/lib/mailwright
  mailwright restore /var/backups/mailwright-2031-06-01.tar.gz.age --identity key.txt --verify
`,
    )
    .action(restore);
  for (const option of dataOptions()) command.addOption(option);
  return command;
}

async function backup(
  given: string,
  { verify, recipient, json, continue: continues, withKey, ...data }: BackupOptions,
): Promise<void> {
  const target = resolve(given);
  await checkRecipients(recipient);
  const encrypted = recipient.length > 0;
  if (encrypted && continues)
    throw new Error('an encrypted backup cannot be continued; remove --continue or --recipient');
  if (encrypted && existsSync(target)) throw new Error(`${target} already exists; give the name of a file to create.`);
  // Here and not in the service, which others wait for.
  const copy = encrypted ? join(dirname(target), `.${basename(target)}.copy`) : target;
  if (encrypted) await rm(copy, { recursive: true, force: true });
  let verified: VerifiedBackup | undefined;
  try {
    await copyDatabase({ target: copy, continue: continues }, data);
    if (withKey) await addSecretKeys(copy, secretKeyPath(data));
    if (verify) verified = await withBar((show) => verifyBackup(copy, show));
    if (encrypted) await withBar((show) => packBackup(copy, target, recipient, show));
  } finally {
    if (encrypted) await rm(copy, { recursive: true, force: true });
  }
  // Now that it is there, encrypted if that was asked for.
  if (verified) await recordVerified(verified.finished, data);
  if (json) return printJson({ [encrypted ? 'file' : 'directory']: target, ...(verified && { verified }) });
  console.log(`The backup is in ${target}.`);
  if (verified) console.log(summary(verified));
  console.log(
    withKey
      ? 'It contains the keys of the secrets in the database: keep it as safe as these.'
      : `It does not contain ${secretKeyPath(data)}, without which its secrets cannot be decrypted. Keep a copy elsewhere.`,
  );
}

const secretKeyPath = ({ data, secretsKeyFile }: DataOptions) => secretsKeyFile ?? join(resolve(data), secretKeyFile);

/** So that alerts and `mailwright doctor` know of it. */
async function recordVerified(finished: Date, options: DataOptions): Promise<void> {
  const operator = await openOperator(options);
  await operator.ask('setVerifiedBackup', { finished: finished.toISOString() }).finally(() => operator.close());
}

async function copyDatabase(
  draft: { target: string; continue: boolean | undefined },
  options: DataOptions,
): Promise<void> {
  const operator = await openOperator(options);
  try {
    await operator.ask('startBackup', draft);
    await withBar(async (show) => {
      for (;;) {
        const state = await operator.ask('backupState', {});
        show(state);
        if (state.error !== null) throw new Error(state.error);
        if (state.finished) break;
        await pause(lookMillis);
      }
    });
  } finally {
    await operator.close();
  }
}

async function restore(given: string, { identity: file, verify, until, ...options }: RestoreOptions): Promise<void> {
  if (options.database !== undefined)
    throw new Error('restore works only with the embedded database; remove --database');
  const source = resolve(given);
  const identity = file === undefined ? undefined : readIdentity(file);
  if (verify) {
    const verified = await withBar((show) => verifyBackup(source, show, { identity, until }));
    if (options.json) printJson(verified);
    else console.log(summary(verified));
    return;
  }
  const data = resolve(options.data);
  const finished = await withBar((show) => restoreBackup(source, data, show, { identity, until }));
  // Opening replays the log; what cannot be opened is told now, and not at the next start.
  const database = await openDatabase(databaseConfig(options));
  const key = await secrets.findNewestKey(database.kysely).finally(() => database.close());
  const lacksKey =
    key !== undefined &&
    !keysInDirectory(data)
      .read()
      .some(({ id }) => id === key);
  if (options.json) return printJson({ finished, data });
  console.log(`Restored the database of ${finished.toISOString()} into ${data}.`);
  if (lacksKey)
    console.log(
      `Its secrets are encrypted with the key ${key}, which the backup does not contain: copy your ${secretKeyFile} into ${data} before you start the service.`,
    );
}

/** A moment with its time zone, so that nobody has to guess which one is meant. */
function pointInTime(text: string): Date {
  const time = new Date(text);
  if (!/T[\d:.]*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time with its time zone, such as 2031-06-01T14:30:00Z.');
  return time;
}

/** The key in a file that `age-keygen` wrote, with comments. */
function readIdentity(file: string): string {
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(readSecretText('--identity', file))?.[0];
  if (identity === undefined) throw new Error(`--identity: ${file} contains no line that begins with AGE-SECRET-KEY-.`);
  return identity;
}

async function withBar<Result>(work: (show: (progress: CopyProgress) => void) => Promise<Result>): Promise<Result> {
  const bar = startProgressBar(process.stderr);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return work(({ copied, total }) =>
    bar.show(total === 0 ? 0 : copied / total, `${megabytes(copied)} of ${megabytes(total)} MB`),
  ).finally(bar.end);
}

function summary({ finished, rows, indexes, references }: VerifiedBackup): string {
  const number = (value: number) => value.toLocaleString('en');
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const [accounts, contacts, mailings] = ['account', 'contact', 'mailing'].map((name) => number(rows[name] ?? 0));
  return [
    `Verified the database of ${finished.toISOString()}: ${accounts} accounts, ${contacts} contacts, ${mailings} mailings.`,
    `Read ${number(all)} rows in ${Object.keys(rows).length} tables, ${indexes} indexes and ${references} foreign keys; nothing is damaged.`,
  ].join('\n');
}
