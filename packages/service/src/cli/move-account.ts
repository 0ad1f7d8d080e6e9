import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import type { MoveState } from '../administration/moves.ts';
import { confirm } from './confirm.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, type Operator, openOperator } from './operator.ts';
import { type DataOptions, dataOptions, integer, moveKeyOption } from './options.ts';
import { printable } from './printable.ts';
import { startProgressBar } from './progress-bar.ts';
import { textTable } from './text-table.ts';

const lookMillis = 200;
const linesEvery = 100_000;

type MoveOptions = DataOptions & JsonOptions;
type FileOptions = MoveOptions & { moveKeyFile?: string };

/** The commands of `mailwright accounts` that carry an account to another installation. */
export function movingCommands(): Command[] {
  const commands = [
    new Command('export')
      .description('seal an account and write all that it has to a file; it goes on where the file is imported')
      .argument('<id>', 'id of the account, as listed', integer)
      .argument('<file>', 'file to create')
      .addOption(moveKeyOption())
      .addHelpText(
        'after',
        '\nThe file contains secrets: keep it as safe as the database. "accounts unseal" lets the account go on here.\n\nExample:\n  mailwright accounts export 2 /var/backups/shop.account.gz --move-key-file move.key\n',
      )
      .action(exportAccount),
    new Command('import')
      .description('read an account from such a file; its running sendouts go on here')
      .argument('<file>', 'file of "mailwright accounts export"')
      .addOption(moveKeyOption())
      .addHelpText(
        'after',
        '\nExample:\n  mailwright accounts import /var/backups/shop.account.gz --move-key-file move.key\n',
      )
      .action(importAccount),
    new Command('unseal')
      .description('let an account that was exported go on here; only if it was not imported elsewhere')
      .argument('<id>', 'id of the account, as listed', integer)
      .option('--force', 'do not ask for confirmation')
      .action(unsealAccount),
    new Command('remove')
      .description('delete an account that was exported, with all its data; only after it was imported elsewhere')
      .argument('<id>', 'id of the account, as listed', integer)
      .option('--force', 'do not ask for confirmation')
      .action(removeAccount),
  ];
  for (const command of commands) for (const option of [...dataOptions(), jsonOption()]) command.addOption(option);
  return commands;
}

async function exportAccount(id: number, file: string, options: FileOptions): Promise<void> {
  const target = resolve(file);
  const operator = await openOperator(options);
  const state = await operator
    .ask('exportAccount', { id, target, ...keyFile(options) })
    .then(() => follow(operator))
    .finally(operator.close);
  report(state, options, { file: target });
  console.error(
    `Account ${id} is sealed here since ${seconds(state)} before the end of the copy. The file contains its secrets; its owner alone can read it.`,
  );
}

async function importAccount(file: string, options: FileOptions): Promise<void> {
  const operator = await openOperator(options);
  const state = await operator
    .ask('importAccount', { source: resolve(file), ...keyFile(options) })
    .then(() => follow(operator))
    .finally(operator.close);
  report(state, options, {});
  const { account, dkimKeys } = state.result!;
  const keys = dkimKeys.length > 0 ? ` New DKIM keys: ${dkimKeys.join(', ')}.` : '';
  console.error(
    `Account ${account.id} (${printable(account.name)}) is complete; importing took ${seconds(state)}.${keys}`,
  );
}

/** A running service that does the work may have another working directory, and a file of its own. */
const keyFile = ({ moveKeyFile }: FileOptions) => moveKeyFile && { keyFile: resolve(moveKeyFile) };

async function unsealAccount(id: number, options: MoveOptions & { force?: boolean }): Promise<void> {
  const question = `If account ${id} was imported elsewhere, it would send mails twice. Let it go on here?`;
  if (!options.force) await confirm(question, 'use --force to let it go on');
  await administrate(options, 'unsealAccount', { id });
  if (options.json) printJson({ id });
  console.error(`Account ${id} goes on here.`);
}

async function removeAccount(id: number, options: MoveOptions & { force?: boolean }): Promise<void> {
  const question = `All data of account ${id} is deleted here. Was it imported elsewhere?`;
  if (!options.force) await confirm(question, 'use --force to delete it');
  const { name } = await administrate(options, 'removeAccount', { id });
  if (options.json) printJson({ id, name });
  console.error(`Account ${id} (${printable(name)}) is deleted here.`);
}

async function follow(operator: Operator): Promise<MoveState> {
  const bar = startProgressBar(process.stderr, linesEvery);
  try {
    for (;;) {
      const state = await operator.ask('moveState', {});
      if (state.error !== null) throw new Error(state.error);
      const { step, copied, total } = state;
      const rows = `${copied.toLocaleString('en')} of ${total.toLocaleString('en')} rows`;
      bar.show(total === 0 ? undefined : copied / total, step === 'copying' ? rows : step, copied);
      if (state.finished) return state;
      await pause(lookMillis);
    }
  } finally {
    bar.end();
  }
}

function report({ result }: MoveState, { json }: JsonOptions, more: object): void {
  if (json) {
    printJson({ ...result, ...more });
    return;
  }
  const rows = result!.tables.map(({ name, rows, sum }) => [name, rows.toLocaleString('en'), toHash(sum)]);
  console.log(textTable([['TABLE', 'ROWS', 'HASH'], ...rows]));
}

const toHash = (sum: string) => BigInt(sum).toString(36);

const seconds = ({ result }: MoveState) => `${result!.seconds.toFixed(1)} s`;
