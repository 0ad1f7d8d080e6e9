import { createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '@mailwright/server-runtime/web';
import { Command } from 'commander';
import type { ExportedContact } from '../administration/export.ts';
import { standardFields } from '../people/index.ts';
import { confirm } from './confirm.ts';
import { type Operator, openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions } from './options.ts';

/** Contacts that are read at once. */
const chunkSize = 5000;

/** `mailwright export`: all contacts as CSV. Works beside a running service. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('write all contacts as CSV to a file or to standard output')
    .argument('[file]', 'file to write; the default is standard output')
    .option('--force', 'overwrite an existing file')
    .option('--json', 'write one JSON object per line instead of CSV')
    .addHelpText(
      'after',
      '\nExported contacts can be imported again with their permissions.\n\nExample:\n  mailwright export readers.csv\n',
    )
    .action(exportFile);
  for (const option of [...dataOptions(), accountOption()]) command.addOption(option);
  return command;
}

interface ExportOptions extends DataOptions {
  account?: number;
  force?: boolean;
  json?: boolean;
}

async function exportFile(file: string | undefined, options: ExportOptions): Promise<void> {
  if (file !== undefined && existsSync(file) && !options.force) {
    await confirm(`${file} already exists. Overwrite it?`, 'use --force to overwrite it');
  }
  const operator = await openOperator(options);
  try {
    const custom = (await operator.ask('customFields', { account: options.account })).map(([name]) => name);
    const count = { contacts: 0 };
    const pages = pagesOf(operator, options.account, count);
    const lines = options.json ? jsonLines(pages) : csvLines(pages, custom);
    if (file === undefined) await pipeline(lines, process.stdout, { end: false });
    else {
      await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
      console.error(`Wrote ${count.contacts.toLocaleString('en')} contacts to ${file}.`);
    }
  } finally {
    await operator.close();
  }
}

async function* pagesOf(operator: Operator, account: number | undefined, count: { contacts: number }) {
  for (let after = 0, rest = true; rest; ) {
    const contacts = await operator.change('exportContacts', { account, after, limit: chunkSize });
    yield contacts;
    count.contacts += contacts.length;
    rest = contacts.length === chunkSize;
    after = contacts.at(-1)?.id ?? after;
  }
}

/** Yields the head of the CSV, and contacts in pages. */
export async function* csvLines(pages: AsyncIterable<ExportedContact[]>, custom: string[]): AsyncGenerator<string> {
  yield csvLine([...keys, 'tags', ...standardFields, ...custom]);
  for await (const contacts of pages) yield contacts.map((contact) => line(contact, custom)).join('');
}

async function* jsonLines(pages: AsyncIterable<ExportedContact[]>): AsyncGenerator<string> {
  for await (const contacts of pages) yield contacts.map((contact) => `${JSON.stringify(contact)}\n`).join('');
}

const keys = [
  'id',
  'email',
  'external_id',
  'permission',
  'status',
  'status_reason',
  'status_since',
  'status_until',
] as const;

function line(contact: ExportedContact, names: string[]): string {
  const { standard } = contact;
  const values = new Map(contact.custom);
  const fields = [...standardFields.map((name) => standard[name]), ...names.map((name) => values.get(name))];
  return csvLine([...keys.map((key) => contact[key]), contact.tags.join(', '), ...fields]);
}
