import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import type { CopyProgress } from '../platform/database/embedded/backup.ts';
import { restoreBackup } from '../platform/database/embedded/restore.ts';
import { openDatabase } from '../platform/database/open.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { databaseConfig, openOperator } from './operator.ts';
import { type DataOptions, dataOptions } from './options.ts';
import { startProgressBar } from './progress-bar.ts';

const lookMillis = 200;

/** `mailwright backup`: a copy of the embedded database. Works beside a running service. */
export function backupCommand(): Command {
  const command = new Command('backup')
    .description('copy the embedded database to a new directory; works while the service runs')
    .argument('<directory>', 'directory to create')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  mailwright backup /var/backups/mailwright-$(date +%F)\n\nMails in the outbox, the certificate and the DKIM keys are separate files: copy them too.\n',
    )
    .action(backup);
  for (const option of dataOptions()) command.addOption(option);
  return command;
}

/** `mailwright restore`: puts such a copy in its place. */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('restore a backup into a data directory without a database')
    .argument('<directory>', 'directory created by "mailwright backup"')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  mailwright restore /var/backups/mailwright-2031-06-01 --data /var/lib/mailwright\n',
    )
    .action(restore);
  for (const option of dataOptions()) command.addOption(option);
  return command;
}

async function backup(directory: string, options: DataOptions & JsonOptions): Promise<void> {
  const target = resolve(directory);
  const operator = await openOperator(options);
  const bar = startProgressBar(process.stderr);
  try {
    await operator.ask('startBackup', { target });
    for (;;) {
      const state = await operator.ask('backupState', {});
      showCopy(bar, state);
      if (state.error !== null) throw new Error(state.error);
      if (state.finished) break;
      await pause(lookMillis);
    }
  } finally {
    bar.end();
    await operator.close();
  }
  if (options.json) printJson({ directory: target });
  else console.log(`The backup is in ${target}.`);
}

async function restore(directory: string, options: DataOptions & JsonOptions): Promise<void> {
  if (options.database !== undefined)
    throw new Error('restore works only with the embedded database; remove --database');
  const bar = startProgressBar(process.stderr);
  const { finished } = await restoreBackup(resolve(directory), resolve(options.data), (copy) =>
    showCopy(bar, copy),
  ).finally(bar.end);
  // Opening replays the log; what cannot be opened is told now, and not at the next start.
  const database = await openDatabase(databaseConfig(options));
  await database.close();
  const data = resolve(options.data);
  if (options.json) printJson({ finished, data });
  else console.log(`Restored the database of ${finished} into ${data}.`);
}

function showCopy(bar: ReturnType<typeof startProgressBar>, { copied, total }: CopyProgress): void {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  bar.show(total === 0 ? 0 : copied / total, `${megabytes(copied)} of ${megabytes(total)} MB`);
}
