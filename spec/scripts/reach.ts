import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDescription } from '@mailwright/codegen';
import { adminDescriptionFile, descriptionFile } from '../src/files.ts';

/**
 * Writes the table of operations with power into `docs/security/operations.md`, from both descriptions: `npm run reach`. With `--check` nothing
 * is written, and a table that is not that of the descriptions ends the command with 1.
 */
const document = join(import.meta.dirname, '../../docs/security/operations.md');
const begin = '<!-- made by `npm run reach` -->\n';
const end = '<!-- end of the operations -->\n';

interface Operation {
  operationId: string;
  'x-right': string;
  'x-privilege'?: 'send' | 'administer';
  'x-confirm'?: boolean;
  requestBody?: object;
  responses: Record<string, object>;
}

type Described = [path: string, operation: Operation];
type Json = Record<string, unknown>;

/** Returns the operations of a description. */
function operationsOf(description: unknown): Described[] {
  const { paths } = description as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods)
      .filter((each) => typeof each === 'object' && 'operationId' in each)
      .map((operation): Described => [path, operation]),
  );
}

/** Returns a function that lists the names of all members below a value; what it refers to counts. */
function memberNames(description: unknown) {
  const resolve = (reference: string) =>
    reference
      .slice('#/'.length)
      .split('/')
      .reduce((value, key) => value[key] as Json, description as Json);
  return function names(value: unknown, seen = new Set<unknown>()): string[] {
    if (typeof value !== 'object' || value === null || seen.has(value)) return [];
    seen.add(value);
    const { $ref, properties } = value as { $ref?: string; properties?: Json };
    if ($ref !== undefined) return names(resolve($ref), seen);
    const own = Object.entries(properties ?? {}).map(([name, schema]) =>
      (schema as Json)['x-secret'] ? `${name} (secret)` : name,
    );
    return [...own, ...Object.values(value).flatMap((each) => names(each, seen))];
  };
}

const who = {
  send: (right: string) => `API keys with \`${right}\`; senders and administrators`,
  administer: (right: string) =>
    right === 'get'
      ? 'API keys with all four rights; administrators'
      : 'API keys with all four rights, no expiry and no networks; administrators',
};

/** Operations of accounts that send, administer, show secrets, or cannot be taken back; the others are counted. */
function rowsOfAccounts(description: unknown): string[][] {
  const names = memberNames(description);
  const all = operationsOf(description);
  const rows = all.flatMap(([, operation]) => {
    const { operationId, 'x-right': right, 'x-privilege': privilege, 'x-confirm': confirm, responses } = operation;
    const secret = names(responses).some((name) => name.endsWith('(secret)'));
    if (privilege === undefined && !confirm && !secret) return [];
    const reach = [
      ...(confirm ? ['mail, or what cannot be taken back'] : []),
      ...(privilege === 'administer' ? ['users, keys and rules'] : []),
      ...(secret ? ['shows a secret once'] : []),
    ];
    const holders = privilege ? who[privilege](right) : `API keys with \`${right}\`; editors and above`;
    return [[`\`${operationId}\``, holders, reach.join('; ') || 'sending']];
  });
  const rest = (isRead: boolean) =>
    all.filter(
      ([, each]) =>
        (each['x-right'] === 'get') === isRead && !rows.some(([name]) => name === `\`${each.operationId}\``),
    ).length;
  return [
    ...rows,
    [`${rest(true)} others that read`, 'API keys with `get`; every role', 'the account'],
    [`${rest(false)} others that change`, 'API keys with the right of the method; editors and above', 'the account'],
  ];
}

/** Operations of operators: all that change anything. */
function rowsOfOperators(description: unknown): string[][] {
  const names = memberNames(description);
  const all = operationsOf(description);
  const changing = all.filter(([, each]) => each['x-right'] !== 'get');
  const rows = changing.map(([path, { operationId, 'x-right': right, requestBody, responses }]) => {
    const given = names(requestBody);
    const made = names(responses);
    const reach = [
      path.includes('{account}') ? 'one account' : 'the installation',
      ...(given.some((name) => /File$/.test(name)) ? ['a file in `--relay-secrets`'] : []),
      ...(given.some((name) => /^(?:target|source)$/.test(name)) ? ['a file in `--operator-files`'] : []),
      ...(made.includes('key') && made.includes('id') ? ['a key within that of the operator'] : []),
    ];
    return [`\`${operationId}\``, `operator keys with \`${right}\``, reach.join('; ')];
  });
  return [
    ...rows,
    [`${all.length - changing.length} others that read`, 'operator keys with `get`', 'the installation'],
  ];
}

/** Returns a table in Markdown whose columns are aligned. */
function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |\n`;
  return line(rows[0]!) + line(widths.map((width) => '-'.repeat(width))) + rows.slice(1).map(line).join('');
}

const head = ['Operation', 'Who', 'What it can reach'];
const tables = [
  '\nOf the API of accounts (`/1.0`):\n\n',
  table([head, ...rowsOfAccounts(await loadDescription(descriptionFile))]),
  '\nOf the administration interface (`/admin/1.0`):\n\n',
  table([head, ...rowsOfOperators(await loadDescription(adminDescriptionFile))]),
  '\n',
];
const text = readFileSync(document, 'utf8');
const [from, to] = [text.indexOf(begin), text.indexOf(end)];
if (from === -1 || to === -1) throw new Error(`${document} has no place for the operations`);
const written = text.slice(0, from) + begin + tables.join('') + text.slice(to);
if (!process.argv.includes('--check')) writeFileSync(document, written);
else if (written !== text) {
  console.error(
    'The operations in docs/security/operations.md are not those of the descriptions any more; write them anew: npm run reach',
  );
  process.exitCode = 1;
}
