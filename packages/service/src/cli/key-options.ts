import { type Command, Option } from 'commander';
import { parseExpiry, parseNetworks, parseRights, type Right } from '../account/index.ts';
import { argument } from './argument.ts';

/** Values of the options that `withKeyOptions` adds. */
export interface NewKeyOptions {
  rights: Right[];
  expires?: Date;
  networks: string[];
  label: string;
}

/** Adds the options with which a key of an account or of an operator is created. */
export function withKeyOptions(command: Command, rights = 'rights of the key'): Command {
  return command
    .addOption(
      new Option('--rights <list>', rights)
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
    .option('--label <text>', 'purpose of the key', '');
}
