import { Command, Option } from 'commander';
import { parseExpiry } from '../account/index.ts';
import type { KeyListing } from '../administration/keys.ts';
import { argument } from './argument.ts';
import { confirm } from './confirm.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { type NewKeyOptions, withKeyOptions } from './key-options.ts';
import { administrate, changeAccount } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, integer } from './options.ts';
import { textTable } from './text-table.ts';

type KeyOptions = DataOptions & JsonOptions & { account?: number };

/** `mailwright keys`: API keys of an account. Works beside a running service. */
export function keysCommand(): Command {
  const keys = new Command('keys').description('create, list and revoke API keys');
  keys.addCommand(
    withKeyOptions(withPlace(new Command('create')))
      .description('create a key and print it; it is shown only once')
      .option('--creator <name>', 'creator name of mailings that are created with the key', 'api')
      .addHelpText('after', '\nExample:\n  mailwright keys create --rights get,post --expires 90d --label "shop"\n')
      .action(create),
    { isDefault: false },
  );
  keys.addCommand(withPlace(new Command('list')).description('list the keys with their first characters').action(list));
  keys.addCommand(
    withPlace(new Command('rotate'))
      .description('create a replacement for a key and print it; the old key stays valid during the overlap')
      .argument('<id>', 'id of the key, as listed', integer)
      .addOption(
        new Option('--overlap <span>', 'how long both keys are valid')
          .default(parseExpiry('7d', new Date()), '7d')
          .argParser(argument((text) => parseExpiry(text, new Date()))),
      )
      .addHelpText('after', '\nExample:\n  mailwright keys rotate 2 --overlap 12h\n')
      .action(rotate),
  );
  keys.addCommand(
    withPlace(new Command('revoke'))
      .description('revoke a key immediately')
      .argument('<id>', 'id of the key, as listed', integer)
      .option('--force', 'do not ask for confirmation before revoking the last valid key')
      .action(revoke),
  );
  return keys;
}

async function create(options: KeyOptions & NewKeyOptions & { creator: string }): Promise<void> {
  const { rights, expires, label, creator, networks, account } = options;
  const made = await changeAccount(options, 'createKey', {
    rights,
    label,
    creator,
    networks,
    account,
    expires: expires?.toISOString() ?? null,
  });
  if (options.json) printJson({ ...made, rights, expires: expires?.toISOString() ?? null });
  else console.log(made.key);
  console.error(
    `Key ${made.id} has the rights ${rights.join(', ')}${expires ? ` until ${expires.toISOString()}` : ''}. It is shown only once.`,
  );
}

async function rotate(id: number, options: KeyOptions & { overlap: Date }): Promise<void> {
  const until = options.overlap.toISOString();
  const made = await changeAccount(options, 'rotateKey', { id, until, account: options.account });
  if (options.json) printJson({ ...made, until });
  else console.log(made.key);
  console.error(
    `Key ${made.id} replaces key ${id}, which is valid until ${until} at the latest. It is shown only once.`,
  );
}

async function list(options: KeyOptions): Promise<void> {
  const keys = await administrate(options, 'listKeys', { account: options.account });
  if (options.json) printJson(keys);
  else console.log(table(keys));
}

async function revoke(id: number, options: KeyOptions & { force?: boolean }): Promise<void> {
  const keys = await administrate(options, 'listKeys', { account: options.account });
  const valid = keys.filter((key) => stateOf(key) === 'valid');
  if (!options.force && valid.length === 1 && valid[0]!.id === id) {
    await confirm(
      `Key ${id} is the last valid key; without it, no program can call the service. Revoke it?`,
      'use --force to revoke it, or create another key first with "mailwright keys create"',
    );
  }
  await changeAccount(options, 'revokeKey', { id, account: options.account });
  if (options.json) printJson({ id });
  console.error(`Key ${id} is revoked.`);
}

function stateOf({ revoked, expires }: Pick<KeyListing, 'revoked' | 'expires'>): 'revoked' | 'expired' | 'valid' {
  if (revoked) return 'revoked';
  return expires && new Date(expires) < new Date() ? 'expired' : 'valid';
}

function table(keys: KeyListing[]): string {
  const header = ['ID', 'KEY', 'LABEL', 'CREATOR', 'RIGHTS', 'NETWORKS', 'EXPIRES', 'LAST USED', 'STATE'];
  const rows = keys.map(({ id, prefix, label, creator, rights, networks, expires, revoked, lastUsed }) => [
    String(id),
    `${prefix}…`,
    label,
    creator,
    rights.join(','),
    networks.join(',') || 'all',
    expires?.slice(0, 10) ?? 'never',
    lastUsed?.slice(0, 16).replace('T', ' ') ?? 'never',
    stateOf({ revoked, expires }),
  ]);
  return textTable([header, ...rows]);
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}
