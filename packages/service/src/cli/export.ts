import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { type ExportedContact, standardFields } from '../people/index.ts';
import { csvLine } from '../platform/text/csv.ts';
import { type Operator, openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions } from './options.ts';

/** Contacts that are read at once. */
const chunkSize = 5000;

/** `mailwright export`: all contacts as CSV. Works beside a running service. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('write all contacts as CSV, to a file or to the standard output')
    .argument('[file]')
    .action(exportFile);
  for (const option of [...dataOptions(), accountOption()]) command.addOption(option);
  return command;
}

async function exportFile(file: string | undefined, options: DataOptions & { account?: number }): Promise<void> {
  const operator = await openOperator(options);
  try {
    const custom = (await operator.ask('customFields', { account: options.account })).map(([name]) => name);
    const lines = csv(operator, options.account, custom);
    if (file === undefined) await pipeline(lines, process.stdout, { end: false });
    else await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
  } finally {
    await operator.close();
  }
}

async function* csv(operator: Operator, account: number | undefined, custom: string[]): AsyncGenerator<string> {
  yield csvLine(['id', 'email', 'external_id', 'permission', 'status', ...standardFields, ...custom]);
  for (let after = 0, rest = true; rest; ) {
    const contacts = await operator.ask('exportContacts', { account, after, limit: chunkSize });
    yield contacts.map((contact) => line(contact, custom)).join('');
    rest = contacts.length === chunkSize;
    after = contacts.at(-1)?.id ?? after;
  }
}

function line(
  { id, email, external_id, permission, status, standard, custom }: ExportedContact,
  names: string[],
): string {
  const values = new Map(custom);
  const fields = [...standardFields.map((name) => standard[name]), ...names.map((name) => values.get(name))];
  return csvLine([id, email, external_id, permission, status, ...fields]);
}
