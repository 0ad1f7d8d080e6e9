import { Command, Option } from 'commander';
import { type JsonOptions, jsonOption, printJson } from './json.ts';

interface DkimOptions extends JsonOptions {
  dkimKeys: string;
  domain: string;
  selector: string;
  type: 'rsa' | 'ed25519';
}

/** `mailwright dkim`: makes a key that mails are signed with, and prints the DNS record that belongs to it. */
export function dkimCommand(): Command {
  return new Command('dkim')
    .description('create a DKIM key for a sender domain and print its DNS record')
    .requiredOption('--domain <name>', 'domain of the senders')
    .addOption(
      new Option('--dkim-keys <dir>', 'directory of the keys').env('MAILWRIGHT_DKIM_KEYS').makeOptionMandatory(),
    )
    .option('--selector <name>', 'DKIM selector', 'mailwright')
    .addOption(new Option('--type <type>', 'type of the key').choices(['rsa', 'ed25519']).default('rsa'))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  mailwright dkim --domain news.example.com --dkim-keys /etc/mailwright/dkim\n')
    .action(async ({ dkimKeys, json, ...key }: DkimOptions) => {
      const { createDkimKey } = await import('../sending/index.ts');
      const { name, value } = createDkimKey(dkimKeys, key);
      if (json) printJson({ name, type: 'TXT', value });
      else console.log(`${name}. TXT "${value}"`);
      console.error(
        'A service that was started with --dkim-keys signs with this key from now on: add the record to the DNS at once.',
      );
    });
}
