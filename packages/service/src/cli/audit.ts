import { Command, InvalidArgumentError, Option } from 'commander';
import { parsePast } from '../account/index.ts';
import type { AuditListing } from '../administration/audit.ts';
import { openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, integer } from './options.ts';
import { textTable } from './text-table.ts';

/** Entries that are read at once. */
const chunkSize = 1000;

interface AuditOptions extends DataOptions {
  account?: number;
  since?: Date;
  until?: Date;
  key?: number;
  action?: string;
  limit: number;
  json?: boolean;
}

/** `mailwright audit`: who changed what, when and from where. Works beside a running service. */
export function auditCommand(): Command {
  const command = new Command('audit')
    .description('show who changed what, when and from where, newest first')
    .addOption(
      new Option('--since <when>', 'start: a date (2031-12-31, UTC) or a duration before now (7d, 12h)').argParser(
        past('begin'),
      ),
    )
    .addOption(
      new Option('--until <when>', 'end, in the same format; a date includes the whole day').argParser(past('end')),
    )
    .option('--key <id>', 'only entries of this key', integer)
    .option('--action <name>', 'only this operation or command, such as deleteContact')
    .option('--limit <n>', 'maximum number of entries', integer, 100)
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      `
Entries contain the ids of keys and objects, and networks instead of IP addresses. They are kept for 400 days.

Examples:
  mailwright audit --since 7d --key 2
  mailwright audit --since 2031-01-01 --limit 1000000 --json >> audit.jsonl
`,
    )
    .action(showAudit);
  for (const option of [...dataOptions(), accountOption()]) command.addOption(option);
  return command;
}

async function showAudit(options: AuditOptions): Promise<void> {
  const { account, since, until, key, action, limit, json, ...place } = options;
  const operator = await openOperator(place);
  try {
    const filter = { account, since: since?.toISOString(), until: until?.toISOString(), key, action };
    const rows: string[][] = [];
    let before: number | undefined;
    for (let left = limit; left > 0; left -= chunkSize) {
      const wanted = Math.min(left, chunkSize);
      const entries = await operator.ask('listActs', { ...filter, limit: wanted, before });
      for (const entry of entries) {
        if (json) console.log(JSON.stringify(entry));
        else rows.push(row(entry));
      }
      if (entries.length < wanted) break;
      before = entries.at(-1)!.id;
    }
    if (!json) console.log(textTable([['TIME (UTC)', 'WHO', 'WHAT', 'OBJECT', 'FROM'], ...rows]));
  } finally {
    await operator.close();
  }
}

function row({ at, key, action, object, network }: AuditListing): string[] {
  const refused = action === 'refuseKey';
  return [
    at.slice(0, 19).replace('T', ' '),
    key !== null ? `key ${key}` : refused ? 'unknown key' : 'operator',
    action,
    object ?? '',
    network ?? (key === null && !refused ? 'this machine' : 'unknown'),
  ];
}

function past(edge: 'begin' | 'end') {
  return (text: string): Date => {
    try {
      return parsePast(text, edge, new Date());
    } catch (error) {
      throw new InvalidArgumentError(`${(error as Error).message}.`);
    }
  };
}
