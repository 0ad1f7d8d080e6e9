import { Command } from 'commander';
import { newSecretKey } from '../platform/secrets/key.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate } from './operator.ts';
import { type DataOptions, dataOptions } from './options.ts';

/** `mailwright secrets`: the keys that encrypt secrets in the database. Works beside a running service. */
export function secretsCommand(): Command {
  const command = new Command('secrets').description('create and rotate the keys that encrypt secrets in the database');
  command.addCommand(
    new Command('new-key')
      .description('print a new key for --secrets-key-file or MAILWRIGHT_SECRETS_KEY; nothing is changed')
      .addHelpText('after', '\nExample:\n  (umask 077; mailwright secrets new-key >> /etc/mailwright/secrets.key)\n')
      .addOption(jsonOption())
      .action(({ json }: JsonOptions) => (json ? printJson({ key: newSecretKey() }) : console.log(newSecretKey()))),
  );
  const rotate = new Command('rotate')
    .description('encrypt all secrets in the database with a new key; can be interrupted, and repeated')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The embedded database gets a new key in its file secrets.key. With a PostgreSQL server, the last key of --secrets-key-file or
MAILWRIGHT_SECRETS_KEY is used: give it to all processes first. Keep older keys as long as there are backups that need them.
`,
    )
    .action(async ({ json, ...options }: DataOptions & JsonOptions) => {
      const { key, sealed } = await administrate(options, 'rotateSecrets', {});
      if (json) printJson({ key, sealed });
      else console.log(`Encrypted ${sealed} secrets with the key ${key}. Copy the key to where you keep the others.`);
    });
  for (const option of dataOptions()) rotate.addOption(option);
  command.addCommand(rotate);
  return command;
}
