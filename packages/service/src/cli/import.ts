import { accessSync, constants, statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Encoding, encodings, fileKind } from '../administration/import/file-kind.ts';
import { openText } from '../administration/import/open-text.ts';
import { type RowFault, runImport } from '../administration/import/run.ts';
import { type ColumnTarget, type KnownBy, parseMapping, readCsv, readXml } from '../people/index.ts';
import type { Permission } from '../platform/database/schema.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions } from './options.ts';
import { startProgressBar } from './progress-bar.ts';
import { styled } from './styled.ts';

interface ImportOptions extends DataOptions, JsonOptions {
  account?: number;
  map: Map<string, string>;
  by: KnownBy;
  /** One digit. */
  permission?: string;
  existing: 'update' | 'keep';
  reimportUnsubscribed: boolean;
  doi?: boolean;
  doiPlus?: boolean;
  doiMailing?: string;
  dryRun: boolean;
  resume: boolean;
  errors?: string;
  encoding?: Encoding;
}

/** `mailwright import`: contacts from a file. Works beside a running service. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('import contacts from a CSV file, or from an XML file in the format of POST /contacts')
    .argument('<file>', 'CSV file whose first line names the columns, or XML file with the extension .xml')
    .addOption(
      new Option('--map <pairs>', 'contact fields of columns, such as "Mail=email"; an empty field skips the column')
        .default(new Map(), 'columns are recognized by name')
        .argParser(mapping),
    )
    .addOption(
      new Option('--encoding <name>', 'encoding of a file without byte order mark (default: "utf-8")').choices(
        encodings,
      ),
    )
    .addOption(
      new Option('--by <key>', 'how existing contacts are identified')
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
      new Option('--existing <what>', 'what to do with existing contacts')
        .choices(['update', 'keep'])
        .default('update'),
    )
    .option('--reimport-unsubscribed', 'also give the permission to contacts that have unsubscribed', false)
    .option('--doi', 'ask for a double opt-in by mail; the permission becomes 4 when the contact confirms')
    .option('--doi-plus', 'with --doi, also ask for single-person tracking; the permission becomes 5')
    .option('--doi-mailing <key>', 'with --doi, key of the double-opt-in mailing to send (default: "default")')
    .option('--dry-run', 'report what would happen without changing anything', false)
    .option('--resume', 'continue an interrupted import of the file', false)
    .addOption(jsonOption())
    .option('--errors <file>', 'file to which rows with errors are written (default: <file>.errors.csv)')
    .addHelpText(
      'after',
      `
An empty cell leaves the field of an existing contact unchanged. A column "permission", as in exports, sets the
permission of each contact; rows whose "status" is unsubscribed are skipped. Exit status 2 means that rows have errors.

With --doi, existing contacts keep their permission until they confirm, and new contacts get permission 1, or the given
one if it is 2, 3 or 6. Contacts that have the permission or can still answer an earlier mail are not asked.

Examples:
  mailwright import readers.csv --permission 3
  mailwright import readers.csv --doi --doi-mailing welcome
  mailwright import readers.csv --map "Mail=email,Vorname=FIRSTNAME,Remark=" --dry-run
`,
    )
    .action(importFile);
  for (const option of [...dataOptions(), accountOption()]) command.addOption(option);
  return command;
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const { account, dryRun, resume } = options;
  const optIn = optInOf(options);
  const { kind, encoding } = fileKind(path, options.encoding);
  accessSync(path, constants.R_OK);
  const total = statSync(path).size;
  const errorFile = options.errors ?? `${path}.errors.csv`;
  const operator = await openOperator(options);
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.error('\nStopping after the current batch …');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    const customFields = (await operator.ask('customFields', { account })).map(([name]) => name);
    const { text, bytesRead } = openText(path, encoding);
    const onColumns = (columns: Column[]) => tellColumns(columns, options);
    const rows = kind === 'xml' ? readXml(text) : readCsv(text, { mapping: options.map, customFields, onColumns });
    if (kind === 'xml') tellPermission(options, false);
    const shown: RowFault[] = [];
    const kinds = new Map<string, number>();
    const progress = startProgressBar(process.stderr, rowsBetweenLines);
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
      store: (contacts, permission) =>
        operator.change('importContacts', {
          account,
          contacts,
          options: { ...sync, permission: sync.permission ?? permission },
          optIn,
          dryRun,
        }),
      onFaults: (faults) => {
        shown.push(...faults.slice(0, mostShown - shown.length));
        for (const { cells } of faults) kinds.set(faultKind(cells), (kinds.get(faultKind(cells)) ?? 0) + 1);
      },
      onProgress: ({ rows, asked }) => {
        const share = total === 0 ? 1 : bytesRead() / total;
        progress.show(share, `${count(rows)} rows${optIn ? `, ${count(asked)} asked` : ''}`, rows);
      },
      stopped: () => stopping,
    });
    progress.end();
    if (options.json) {
      const { rows, created, existing, unsubscribed, asked, invalid, complete } = state;
      const counts = { rows, created, existing, unsubscribed, asked, invalid };
      printJson({ file: path, dryRun, complete, ...counts });
    } else
      console.log(
        `${dryRun ? 'Would import' : state.complete ? 'Imported' : 'Stopped in'} ${path}: ${count(state.rows)} rows, ${count(state.created)} new, ${count(state.existing)} existing, ${count(state.unsubscribed)} unsubscribed and skipped, ${count(state.invalid)} with errors.`,
      );
    if (optIn && !options.json)
      console.log(
        `${count(state.asked)} confirmation mails ${dryRun ? 'would be' : 'are'} queued; the service sends them when it runs.`,
      );
    if (state.invalid > 0) {
      for (const { line, cells } of shown) console.error(`  line ${line}: ${faultLine(cells)}`);
      if (state.invalid > shown.length)
        for (const [kind, rows] of kinds) console.error(`  ${count(rows)} rows: ${kind}`);
      const listed = `${state.invalid > shown.length ? 'All rows' : 'Rows'} with errors are listed in ${errorFile}.`;
      console.error(styled(process.stderr, 'yellow', listed));
      process.exitCode = 2;
    }
    if (!state.complete) {
      console.error('Run the command with --resume to continue.');
      process.exitCode = 130;
    }
  } finally {
    await operator.close();
  }
}

/** Rows between two lines of progress where lines cannot be redrawn. */
const rowsBetweenLines = 50_000;

const count = (n: number) => n.toLocaleString('en');

/** @throws Error for options that have no meaning without `--doi` */
function optInOf({ doi, doiPlus, doiMailing: key }: ImportOptions): { permission: 4 | 5; key?: string } | undefined {
  if (doi) return { permission: doiPlus ? 5 : 4, ...(key !== undefined && { key }) };
  const alone = doiPlus ? '--doi-plus' : '--doi-mailing';
  if (doiPlus || key !== undefined) throw new Error(`${alone} is only possible together with --doi`);
  return undefined;
}

type Column = { name: string; target: ColumnTarget | undefined };

/** Faulty rows that the screen shows; the file has all. */
const mostShown = 3;

/** The fault of a row without its values. */
const faultKind = ([, , , field, fault]: RowFault['cells']) => [field && `${field}:`, fault].filter(Boolean).join(' ');

function faultLine([email, externalId, , field, fault]: RowFault['cells']): string {
  const who = email || externalId;
  return [who, field && `${field}:`, fault].filter(Boolean).join(' ');
}

function tellPermission({ permission, doi }: ImportOptions, inFile: boolean): void {
  if (permission !== undefined || inFile || doi) return;
  console.error(
    'Without --permission, new contacts get permission 1 (none), so regular mailings are not sent to them; existing contacts keep their permission.',
  );
}

function tellColumns(columns: Column[], options: ImportOptions): void {
  const fields = columns.flatMap(({ name, target }) =>
    target === undefined ? [] : [`${name} → ${'field' in target ? target.field : target.kind}`],
  );
  if (fields.length === 0) throw new Error('no column was recognized; assign columns to fields with --map');
  console.error(`Columns: ${fields.join(', ')}`);
  const has = (kind: ColumnTarget['kind']) => columns.some(({ target }) => target?.kind === kind);
  const key = options.by === 'email' ? 'email' : 'external_id';
  if (!has(key)) {
    const names = columns.map(({ name }) => name).join(', ');
    throw new Error(
      `no column contains the ${options.by}; the columns are: ${names}. Assign one with --map "<column>=${key}"`,
    );
  }
  tellPermission(options, has('permission'));
  const others = columns.flatMap(({ name, target }) => (target === undefined ? [name] : []));
  if (others.length > 0) console.error(`Skipped columns: ${others.join(', ')}`);
}

function mapping(text: string): Map<string, string> {
  try {
    return parseMapping(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}
