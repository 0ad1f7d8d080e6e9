import { Command, Option } from 'commander';
import { parseExpiry, parseNetworks, parseRights, type Right } from '../account/index.ts';
import { argument } from './argument.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate } from './operator.ts';
import { type DataOptions, dataOptions, integer } from './options.ts';
import { printable } from './printable.ts';
import { textTable } from './text-table.ts';

type OperatorKeyOptions = DataOptions & JsonOptions;

/** `mailwright operator-keys`: keys for the administration interface. Works beside a running service. */
export function operatorKeysCommand(): Command {
  const keys = new Command('operator-keys').description('create, list and revoke keys for the administration API');
  keys.addCommand(
    withPlace(new Command('create'))
      .description('create a key and print it; it is shown only once')
      .addOption(
        new Option('--rights <list>', 'rights of the key; get alone can only read')
          .default(parseRights('get,post,put,delete'), 'get,post,put,delete')
          .argParser(argument(parseRights)),
      )
      .addOption(
        new Option(
          '--expires <when>',
          'expiry: a date (2031-12-31) or a duration (90d); by default the key does not expire',
        ).argParser(argument((text) => parseExpiry(text, new Date()))),
      )
      .addOption(
        new Option('--networks <list>', 'networks from which the key is valid, such as 192.0.2.0/24,2001:db8::/32')
          .default([], 'all networks')
          .argParser(argument(parseNetworks)),
      )
      .option('--label <text>', 'purpose of the key', '')
      .addHelpText('after', '\nExample:\n  mailwright operator-keys create --rights get --label "drift check"\n')
      .action(create),
  );
  keys.addCommand(
    withPlace(new Command('list'))
      .description('list the keys with their first characters')
      .action(async (options) => {
        const listed = await administrate(options, 'listOperatorKeys', {});
        if (options.json) return printJson(listed);
        const heads = ['ID', 'KEY', 'RIGHTS', 'EXPIRES', 'LAST USED', 'LABEL'];
        const rows = listed.map(({ id, prefix, rights, expires, revoked, lastUsed, label }) => [
          String(id),
          `${prefix}…`,
          rights.join(','),
          revoked ? 'revoked' : (expires ?? 'never'),
          lastUsed ?? 'never',
          printable(label),
        ]);
        console.log(textTable([heads, ...rows]));
      }),
  );
  keys.addCommand(
    withPlace(new Command('revoke'))
      .description('revoke a key immediately')
      .argument('<id>', 'id of the key, as listed', integer)
      .action(async (id: number, options: OperatorKeyOptions) => {
        await administrate(options, 'revokeOperatorKey', { id });
        if (options.json) printJson({ id });
        else console.log(`Operator key ${id} is revoked.`);
      }),
  );
  return keys;
}

async function create({
  rights,
  expires,
  networks,
  label,
  ...options
}: OperatorKeyOptions & { rights: Right[]; expires?: Date; networks: string[]; label: string }): Promise<void> {
  const about = { rights, networks, label, expires: expires?.toISOString() ?? null };
  const { id, key } = await administrate(options, 'createOperatorKey', about);
  if (options.json) printJson({ id, key });
  else console.log(key);
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(jsonOption());
}
