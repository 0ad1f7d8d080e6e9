import { createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '@mailwright/server-runtime/web';
import { Command, Option } from 'commander';
import type { SuppressionListing } from '../administration/suppressions.ts';
import { confirm } from './confirm.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, changeAccount, type Operator, openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, numberUpTo } from './options.ts';
import { printable } from './printable.ts';
import { textTable } from './text-table.ts';

type SuppressionOptions = DataOptions & JsonOptions & { account?: number };
type ListOptions = SuppressionOptions & { reason?: SuppressionListing['reason'][]; email?: string; limit: number };
type ExportOptions = Omit<SuppressionOptions, 'json'> & { reason?: SuppressionListing['reason'][]; force?: boolean };

/** Suppressions that are read at once. */
const chunkSize = 5000;

/** `mailwright suppression`: addresses to which no mailing is sent. Works beside a running service. */
export function suppressionCommand(): Command {
  const suppression = new Command('suppression').description(
    'list, add, remove and export the addresses to which no mailing is sent, with reasons',
  );
  suppression.addCommand(
    withPlace(new Command('list'))
      .description('list suppressions: unsubscriptions, blocks after bounces, and entries of blacklists')
      .addOption(reasonOption())
      .option('--email <address>', 'only what applies to this address')
      .option('--limit <n>', 'maximum number of suppressions', numberUpTo(1000), 20)
      .addOption(jsonOption())
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright suppression list --reason bounce complaint\n  mailwright suppression list --email ada@example.org\n',
      )
      .action(list),
  );
  suppression.addCommand(
    withPlace(new Command('add'))
      .description('add entries to a blacklist; a file is imported with "mailwright import <file> --state blocked"')
      .argument('<entry...>', 'address, "*@example.org" for a domain, or "postmaster@*" for a local part')
      .option('--list <name>', 'blacklist, which is created if it does not exist', 'Suppression list')
      .addOption(jsonOption())
      .addHelpText('after', "\nExample:\n  mailwright suppression add ada@example.org '*@example.com'\n")
      .action(add),
  );
  suppression.addCommand(
    withPlace(new Command('remove'))
      .description('delete an entry from all blacklists and unblock its contacts, also after bounces')
      .argument('<entry>', 'entry, as listed; an unsubscription remains')
      .addOption(jsonOption())
      .addHelpText('after', '\nExample:\n  mailwright suppression remove ada@example.org\n')
      .action(remove),
  );
  suppression.addCommand(
    withPlace(new Command('export'))
      .description('write all suppressions as CSV to a file or to standard output')
      .argument('[file]', 'file to write; the default is standard output')
      .addOption(reasonOption())
      .option('--force', 'overwrite an existing file')
      .addHelpText('after', '\nExample:\n  mailwright suppression export suppressed.csv\n')
      .action(exportFile),
  );
  return suppression;
}

async function list({ account, reason: reasons = [], email, limit, json, ...options }: ListOptions): Promise<void> {
  const { suppressions, counts } = await administrate(options, 'listSuppressions', { account, reasons, email, limit });
  if (json) return printJson({ counts, suppressions });
  if (suppressions.length > 0) console.log(suppressionTable(suppressions));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) console.error('There are no suppressions.');
  else
    console.error(
      `${Object.entries(counts)
        .map(([name, count]) => `${name}: ${count}`)
        .join(', ')}${total > suppressions.length ? `; shown are the first ${suppressions.length}` : ''}.`,
    );
}

async function add(
  entries: string[],
  { account, list, json, ...options }: SuppressionOptions & { list: string },
): Promise<void> {
  await changeAccount(options, 'addSuppressions', { account, entries, list });
  if (json) printJson({ added: entries.length, list });
  else console.error(`The blacklist "${list}" has ${entries.map((entry) => `"${entry}"`).join(', ')}.`);
}

async function remove(entry: string, { account, json, ...options }: SuppressionOptions): Promise<void> {
  const { removed, remaining } = await changeAccount(options, 'removeSuppression', { account, entry });
  if (json) printJson({ removed, remaining });
  else if (remaining.length > 0) console.log(suppressionTable(remaining));
  if (remaining.length === 0) console.error(`Mailings can be sent to "${printable(entry)}" again.`);
  else
    console.error(`Still no mailing is sent to "${printable(entry)}". ${removed === 0 ? 'Nothing was removed.' : ''}`);
  if (removed === 0) process.exitCode = 1;
}

async function exportFile(file: string | undefined, options: ExportOptions): Promise<void> {
  if (file !== undefined && existsSync(file) && !options.force)
    await confirm(`${file} already exists. Overwrite it?`, 'use --force to overwrite it');
  const operator = await openOperator(options);
  try {
    const lines = exportedLines(operator, options);
    if (file === undefined) await pipeline(lines, process.stdout, { end: false });
    else await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
  } finally {
    await operator.close();
  }
}

async function* exportedLines(operator: Operator, { account, reason: reasons = [] }: ExportOptions) {
  // `mailwright import` knows the column of addresses by its name, and that of the reason is no column of its own.
  yield csvLine(['email', 'reason', 'since', 'until', 'explanation']);
  for (let after: SuppressionListing | undefined; ; ) {
    const page = await operator.change('exportSuppressions', { account, reasons, after, limit: chunkSize });
    yield page
      .map(({ entry, reason, since, until, explanation }) => csvLine([entry, reason, since, until, explanation]))
      .join('');
    if (page.length < chunkSize) return;
    after = page.at(-1);
  }
}

function suppressionTable(suppressions: readonly SuppressionListing[]): string {
  const rows = suppressions.map(({ entry, reason, since, contact_id, explanation }) => [
    printable(entry),
    reason,
    since.slice(0, 10),
    contact_id === null ? '' : String(contact_id),
    printable(explanation ?? ''),
  ]);
  return textTable([['ENTRY', 'REASON', 'SINCE', 'CONTACT', 'EXPLANATION'], ...rows]);
}

const reasonOption = () =>
  new Option('--reason <reason...>', 'only suppressions for these reasons').choices([
    'unsubscribed',
    'complaint',
    'bounce',
    'blacklist',
  ]);

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption());
}
