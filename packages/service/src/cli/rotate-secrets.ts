import { Command } from 'commander';
import { newSecretKey } from '../platform/secrets/key.ts';
import { confirm } from './confirm.ts';
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
      const { key, sealed, lost } = await administrate(options, 'rotateSecrets', {});
      if (json) printJson({ key, sealed, lost });
      else {
        console.log(`Encrypted ${sealed} secrets with the key ${key}. Copy the key to where you keep the others.`);
        for (const secret of lost) console.error(`Not encrypted: ${secret}`);
      }
      if (lost.length > 0) process.exitCode = 1;
    });
  const forget = new Command('forget')
    .description('replace secrets whose key is lost, or that were changed, by random ones')
    .option('--force', 'do not ask')
    .addOption(jsonOption())
    .addHelpText('after', `\n${consequences}\n\nExample:\n  mailwright secrets forget --data /var/lib/mailwright\n`)
    .action(async ({ json, force, ...options }: DataOptions & JsonOptions & { force?: boolean }) => {
      if (!force) await confirm(`${consequences}\n\nReplace them?`, 'use --force to replace them');
      const { key, lost } = await administrate({ ...options, withoutKey: true }, 'forgetSecrets', {});
      if (json) return printJson({ key, replaced: lost });
      for (const secret of lost) console.log(`Replaced: ${secret}`);
      console.log(
        `Replaced ${lost.length} secrets. All are encrypted with the key ${key}: copy it to where you keep the others.`,
      );
    });
  for (const option of dataOptions()) for (const each of [rotate, forget]) each.addOption(option);
  command.addCommand(rotate).addCommand(forget);
  return command;
}

const consequences = `Secrets that no key can decrypt are lost. When they are replaced by random ones:
- links in mails that were sent lead nowhere, those to unsubscribe too; List-Unsubscribe of these mails fails;
- checksums that were made of contacts do not match any more;
- receivers of webhooks reject calls until they know the new secret;
- codes of authenticator apps are wrong: people sign in with a recovery code or a passkey, and set up codes anew.
Contacts, mailings, reports, passwords and API keys are not concerned. Look for a copy of the key first.`;
