import { statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type ColumnTarget,
  type KnownBy,
  openText,
  parseMapping,
  readCsv,
  readXml,
  runImport,
  startProgress,
} from '../people/index.ts';
import type { Permission } from '../platform/database/schema.ts';
import { openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions } from './options.ts';
import { keepHeapSmall } from './small-heap.ts';

interface ImportOptions extends DataOptions {
  account?: number;
  map: Map<string, string>;
  by: KnownBy;
  /** One digit. */
  permission?: string;
  existing: 'update' | 'keep';
  reimportUnsubscribed: boolean;
  dryRun: boolean;
  resume: boolean;
  errors?: string;
}

/** `mailwright import`: contacts from a file. Works beside a running service. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('import contacts from a file of CSV, or of XML as POST /contacts takes it')
    .argument('<file>', 'its first line names the columns; the ending .xml means XML')
    .addOption(
      new Option('--map <pairs>', 'fields of columns whose names say something else; an empty field leaves one out')
        .default(new Map(), 'names are recognised')
        .argParser(mapping),
    )
    .addOption(
      new Option('--by <key>', 'what existing contacts are known by')
        .choices(['email', 'external id'])
        .default('email'),
    )
    .addOption(
      new Option(
        '--permission <code>',
        '1 none, 2 single, 3 confirmed, 4 double opt-in, 5 with tracking, 6 other',
      ).choices(['1', '2', '3', '4', '5', '6']),
    )
    .addOption(
      new Option('--existing <what>', 'what becomes of existing contacts')
        .choices(['update', 'keep'])
        .default('update'),
    )
    .option('--reimport-unsubscribed', 'give the permission also to those who have unsubscribed', false)
    .option('--dry-run', 'tell what would happen, and change nothing', false)
    .option('--resume', 'go on where an interrupted import of the file ended', false)
    .option('--errors <file>', 'where rows with errors are listed (default: <file>.errors.csv)')
    .addHelpText(
      'after',
      `
An empty cell leaves the field of an existing contact as it is. Exit status 2 tells that rows have errors.

Examples:
  mailwright import readers.csv --permission 3
  mailwright import readers.csv --map "Mail=email,Vorname=FIRSTNAME,Remark=" --dry-run
`,
    )
    .action(importFile);
  for (const option of [...dataOptions(), accountOption()]) command.addOption(option);
  return command;
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  keepHeapSmall();
  const { account, dryRun, resume } = options;
  const total = statSync(path).size;
  const errorFile = options.errors ?? `${path}.errors.csv`;
  const operator = await openOperator(options);
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.error('\nStopping after what is being stored …');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    const customFields = (await operator.ask('customFields', { account })).map(([name]) => name);
    const { text, bytesRead } = openText(path);
    const csvOptions = { mapping: options.map, customFields, onColumns: tellColumns };
    const rows = path.toLowerCase().endsWith('.xml') ? readXml(text) : readCsv(text, csvOptions);
    const progress = startProgress(process.stderr, total);
    const sync = {
      knownBy: options.by,
      permission: options.permission === undefined ? undefined : (Number(options.permission) as Permission),
      overwrite: options.existing === 'update',
      overridePermission: true,
      reimportUnsubscribed: options.reimportUnsubscribed,
      updateOnly: false,
    };
    const state = await runImport({
      path,
      errorFile,
      rows,
      resume,
      dryRun,
      store: (contacts) => operator.ask('importContacts', { account, contacts, options: sync, dryRun }),
      onProgress: (state) => progress.show(bytesRead(), state.rows),
      stopped: () => stopping,
    });
    progress.end();
    const count = (n: number) => n.toLocaleString('en');
    console.log(
      `${dryRun ? 'Would import' : state.complete ? 'Imported' : 'Stopped in'} ${path}: ${count(state.rows)} rows, ${count(state.created)} new, ${count(state.existing)} existing, ${count(state.unsubscribed)} unsubscribed and left out, ${count(state.invalid)} with errors.`,
    );
    if (state.invalid > 0) {
      console.error(`Rows with errors are listed in ${errorFile}.`);
      process.exitCode = 2;
    }
    if (!state.complete) {
      console.error('"--resume" goes on from here.');
      process.exitCode = 130;
    }
  } finally {
    await operator.close();
  }
}

function tellColumns(columns: { name: string; target: ColumnTarget | undefined }[]): void {
  const fields = columns.flatMap(({ name, target }) =>
    target === undefined ? [] : [`${name} → ${'field' in target ? target.field : target.kind}`],
  );
  if (fields.length === 0) throw new Error('no column was recognised; name them with --map');
  console.error(`Columns: ${fields.join(', ')}`);
  const others = columns.flatMap(({ name, target }) => (target === undefined ? [name] : []));
  if (others.length > 0) console.error(`Left out: ${others.join(', ')}`);
}

function mapping(text: string): Map<string, string> {
  try {
    return parseMapping(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}
