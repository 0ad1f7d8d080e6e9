import { Command } from 'commander';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { type NewKeyOptions, withKeyOptions } from './key-options.ts';
import { administrate } from './operator.ts';
import { type DataOptions, dataOptions, integer } from './options.ts';
import { printable } from './printable.ts';
import { textTable } from './text-table.ts';

type OperatorKeyOptions = DataOptions & JsonOptions;

/** `mailwright operator-keys`: keys for the administration interface. Works beside a running service. */
export function operatorKeysCommand(): Command {
  const keys = new Command('operator-keys').description('create, list and revoke keys for the administration API');
  keys.addCommand(
    withKeyOptions(withPlace(new Command('create')), 'rights of the key; get alone can only read')
      .description('create a key and print it; it is shown only once')
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
}: OperatorKeyOptions & NewKeyOptions): Promise<void> {
  const about = { rights, networks, label, expires: expires?.toISOString() ?? null };
  const { id, key } = await administrate(options, 'createOperatorKey', about);
  if (options.json) printJson({ id, key });
  else console.log(key);
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(jsonOption());
}
