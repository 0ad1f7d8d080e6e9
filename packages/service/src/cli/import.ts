import { accessSync, constants, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { RowFault } from '../administration/import/error-file.ts';
import type { ForeignFormat } from '../administration/import/from/format.ts';
import { type FormatName, formats } from '../administration/import/from/formats.ts';
import { openText } from '../administration/import/open-text.ts';
import { runImport } from '../administration/import/run.ts';
import { readTable } from '../administration/import/table.ts';
import { readXml } from '../administration/import/xml.ts';
import {
  type ColumnTarget,
  csvRows,
  type DateFormat,
  dateFormats,
  type Encoding,
  encodings,
  type FileKind,
  fileKind,
  type NumberFormat,
  numberFormats,
  parseMapping,
  type SourceRow,
  type SuppressedState,
  type TableRow,
  workbookFileRows,
} from '../imports/index.ts';
import { type CustomFieldType, type KnownBy, type Permission, tagNames } from '../people/index.ts';
import { count, countNames, faultKind, faultLines, leftOutLines, resultLine } from './import-report.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions } from './options.ts';
import { startProgressBar } from './progress-bar.ts';

interface ImportOptions extends DataOptions, JsonOptions {
  account?: number;
  map: Map<string, string>;
  columns?: string[];
  by: KnownBy;
  /** One digit. */
  permission?: string;
  from?: FormatName;
  state?: SuppressedState;
  list?: string;
  existing: 'update' | 'keep';
  reimportUnsubscribed: boolean;
  doi?: boolean;
  doiPlus?: boolean;
  doiMailing?: string;
  dryRun: boolean;
  resume: boolean;
  errors?: string;
  encoding?: Encoding;
  dateFormat?: DateFormat;
  numberFormat?: NumberFormat;
  badValues: 'row' | 'field';
  sheet?: string;
  tag?: string;
}

/** `mailwright import`: contacts from a file. Works beside a running service. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('import contacts from CSV, from an Excel workbook, or from XML in the format of POST /contacts')
    .argument('<file...>', 'CSV file or workbook (.xlsx) whose first line names the columns, or XML file (.xml)')
    .addOption(
      new Option('--map <pairs>', 'contact fields of columns, such as "Mail=email"; an empty field skips the column')
        .default(new Map(), 'columns are recognized by name')
        .argParser(mapping),
    )
    .addOption(
      new Option(
        '--columns <list>',
        'fields of the columns of a file without a line of names, such as "email,,FIRSTNAME"; an empty one skips the column',
      )
        .conflicts('map')
        .argParser((text) => text.split(',').map((name) => name.trim())),
    )
    .addOption(
      new Option('--encoding <name>', 'encoding of a file without byte order mark (default: "utf-8")').choices(
        encodings,
      ),
    )
    .option('--sheet <name>', 'sheet of a workbook (default: the first one that has rows and is not hidden)')
    .addOption(
      new Option('--date-format <format>', 'order of dates such as 3/4/1980 (default: the one that fits)').choices(
        dateFormats,
      ),
    )
    .addOption(
      new Option(
        '--number-format <format>',
        'sign before decimals, as in 1.5 or 1,5 (default: the one that fits)',
      ).choices(numberFormats),
    )
    .addOption(
      new Option('--bad-values <what>', 'what a value leaves out that its field does not take')
        .choices(['row', 'field'])
        .default('row'),
    )
    .addOption(new Option('--from <system>', 'system that the files were exported from').choices(Object.keys(formats)))
    .addOption(
      new Option(
        '--state <state>',
        'state of all contacts of the files: "unsubscribed" ones get no mailings until they subscribe again; of "blocked" ones, only the addresses are added to a blacklist',
      )
        .choices(['unsubscribed', 'blocked'])
        .conflicts(['doi', 'permission', 'list']),
    )
    .option('--list <field>', 'custom boolean field that becomes true, such as one for the list that was exported')
    .addOption(
      new Option('--tag <name>', 'tag for all contacts of the files, by which they are found again').argParser(tagIn),
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
    .option('--errors <file>', 'new file to which rows with errors are written (default: <file>.errors.csv)')
    .addHelpText(
      'after',
      `
An empty cell leaves the field of an existing contact unchanged. A column "permission", as in exports, sets the
permission of each contact, and a column "tags" adds tags, with commas between them. Rows whose "status" is unsubscribed
are skipped. Of several rows with the same email address (or external id, with --by), the first valid one is imported.
Exit status 2 means that rows have errors.

The formats of dates and numbers are recognized by the first 10,000 rows, and words for yes and no in English, German,
French and Spanish. Where 3/4/1980 can be two days, the command asks for --date-format.

With --doi, existing contacts keep their permission until they confirm, and new contacts get permission 1, or the given
one if it is 2, 3 or 6. Contacts that have the permission or can still answer an earlier mail are not asked.

With --from, the consent and the state of each contact are read as the other system exports them. Unsubscribed ones become
contacts that have unsubscribed, and addresses that bounced are added to the blacklist "Imported from <system>".

Examples:
  mailwright import readers.csv --permission 3
  mailwright import --from mailchimp subscribed.csv unsubscribed.csv cleaned.csv --permission 2 --dry-run
  mailwright import old-bounces.csv --state blocked
  mailwright import readers.csv --doi --doi-mailing welcome
  mailwright import fair.csv --tag "Fair 2026"
  mailwright import kunden.xlsx --permission 4
  mailwright import kunden.csv --date-format day-month-year --number-format decimal-comma --bad-values field
  mailwright import kunden.xlsx --sheet Archiv
  mailwright import names.csv --columns "email,FIRSTNAME,LASTNAME" --encoding windows-1252
  mailwright import readers.csv --map "Mail=email,Vorname=FIRSTNAME,Remark=" --dry-run
`,
    )
    .action(importFiles);
  for (const option of [...dataOptions(), accountOption()]) command.addOption(option);
  return command;
}

async function importFiles(paths: string[], options: ImportOptions): Promise<void> {
  if (paths.length > 1 && options.errors !== undefined)
    throw new Error('--errors is only possible with one file; each has its own list of errors');
  for (const path of paths) {
    await importFile(path, options);
    if (process.exitCode === 130) return;
  }
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const { account, dryRun, resume } = options;
  const optIn = optInOf(options);
  const file = fileKind(path, options.encoding);
  accessSync(path, constants.R_OK);
  const operator = await openOperator(options);
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.error('\nStopping after the current batch …');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await operator.tellAccount(account);
    const customFields = new Map(await operator.ask('customFields', { account }));
    if (options.list !== undefined && !customFields.has(options.list))
      throw new Error(`there is no custom field ${options.list}; create it as a boolean field first`);
    const leftOut = new Map<string, number>();
    const { rows: read, bytesRead } = openRows(path, file, options, customFields, leftOut);
    const rows = withState(read, options);
    const total = file.kind === 'workbook' ? undefined : statSync(path).size;
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
      errors: options.errors,
      rows,
      bytesRead,
      knownBy: options.by,
      resume,
      dryRun,
      store: (contacts, { permission, suppression, tags }) =>
        operator.change('importContacts', {
          account,
          contacts,
          // The permission that another system tells of a contact is more precise than the one of all.
          options: {
            ...sync,
            permission: options.from ? (permission ?? sync.permission) : (sync.permission ?? permission),
          },
          tagging: { ...(options.tag !== undefined && { tag: options.tag }), ...(tags && { tags }) },
          optIn,
          suppression: suppression && {
            state: suppression,
            list: options.from ? `Imported from ${options.from}` : 'Imported addresses',
            source: basename(path).slice(0, 255),
          },
          dryRun,
        }),
      onFaults: (faults) => {
        shown.push(...faults.slice(0, mostShown - shown.length));
        for (const fault of faults) kinds.set(faultKind(fault), (kinds.get(faultKind(fault)) ?? 0) + 1);
      },
      onProgress: ({ rows, asked }, bytes) => {
        const text = `${count(rows)} rows${optIn ? `, ${count(asked)} asked` : ''}`;
        progress.show(total === undefined ? undefined : total === 0 ? 1 : bytes / total, text, rows);
      },
      stopped: () => stopping,
    });
    progress.end();
    if (options.json) {
      const { rows, created, existing, unsubscribed, asked, suppressed, duplicates, invalid, incomplete } = state;
      const counts = { rows, created, existing, unsubscribed, asked, suppressed, duplicates, invalid, incomplete };
      printJson({
        file: path,
        dryRun,
        complete: state.complete,
        ...(state.fault && { fault: state.fault.message }),
        ...counts,
        faults: Object.fromEntries(kinds),
        leftOut: Object.fromEntries(leftOut),
        errorFile: state.errorFile,
      });
    } else console.log(resultLine(path, state, dryRun));
    if (optIn && !options.json)
      console.log(
        `${count(state.asked)} confirmation mails ${dryRun ? 'would be' : 'are'} queued; the service sends them when it runs.`,
      );
    for (const line of leftOutLines(leftOut)) console.error(line);
    for (const line of faultLines(state, shown, kinds)) console.error(line);
    if (state.invalid + state.incomplete > 0) process.exitCode = 2;
    if (state.fault !== undefined) {
      const next = dryRun
        ? 'Repair the file.'
        : 'Repair the file and run the command with --resume to import the rest.';
      console.error(`The rest of the file cannot be read: ${state.fault.message}. ${next}`);
      process.exitCode = 1;
    } else if (!state.complete) {
      console.error('Run the command with --resume to continue.');
      process.exitCode = 130;
    }
  } finally {
    await operator.close();
  }
}

/** Opens the contacts of a file, and how many of its bytes are read. */
function openRows(
  path: string,
  file: FileKind,
  options: ImportOptions,
  customFields: ReadonlyMap<string, CustomFieldType>,
  leftOut: Map<string, number>,
) {
  const { map: mapping, columns, sheet, dateFormat, numberFormat, badValues } = options;
  if (sheet !== undefined && file.kind !== 'workbook') throw new Error(`--sheet is for workbooks, and ${path} is none`);
  const format: ForeignFormat | undefined = options.from && formats[options.from];
  const foreign = format && {
    format,
    name: basename(path),
    isStateGiven: options.state !== undefined,
    onLeftOut: (names: readonly string[]) => countNames(leftOut, names),
  };
  if (foreign && columns !== undefined) throw new Error('--columns is not possible together with --from');
  const table = (rows: AsyncIterable<TableRow>) =>
    readTable(rows, {
      mapping,
      columns,
      customFields,
      dateFormat,
      numberFormat,
      badValues,
      isTyped: file.kind === 'workbook',
      foreign,
      onColumns: (columns) => tellColumns(columns, options),
    });
  // Nobody knows which part of a packed sheet has been read.
  if (file.kind === 'workbook')
    return { rows: table(workbookFileRows(path, columns?.length, sheet)), bytesRead: () => 0 };
  const { text, bytesRead } = openText(path, file.encoding);
  if (file.kind === 'csv') return { rows: table(csvRows(text)), bytesRead };
  if (foreign !== undefined) throw new Error(`${path} is XML, which ${options.from} does not export`);
  if (columns !== undefined) throw new Error('--columns is for CSV and workbooks; the elements of XML have names');
  tellPermission(options, false);
  return { rows: readXml(text), bytesRead };
}

/** Applies the state and the list of the command to each valid row. */
async function* withState(rows: AsyncIterable<SourceRow>, { state, list }: ImportOptions): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    if ('fault' in row) yield row;
    else if (state !== undefined) {
      const { line, contact, tags, bad } = row;
      yield { line, contact, suppression: state, ...(tags && { tags }), ...(bad && { bad }) };
    } else if (list === undefined || row.suppression !== undefined) yield row;
    else {
      const fields = [...(row.contact.custom_fields ?? []), { name: list, value: 'true' }];
      yield { ...row, contact: { ...row.contact, custom_fields: fields } };
    }
  }
}

/** Rows between two lines of progress where lines cannot be redrawn. */
const rowsBetweenLines = 50_000;

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

function tellPermission({ permission, doi, state }: ImportOptions, inFile: boolean): void {
  if (permission !== undefined || state !== undefined || inFile || doi) return;
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

/** @throws InvalidArgumentError if the text is no tag */
function tagIn(text: string): string {
  const name = tagNames.tagName(text);
  const fault = tagNames.tagFault(name);
  if (fault !== undefined) throw new InvalidArgumentError(`It ${fault}.`);
  return name;
}

function mapping(text: string): Map<string, string> {
  try {
    return parseMapping(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}
