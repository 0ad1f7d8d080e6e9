import { Command } from 'commander';
import type { CheckCommandOptions } from './check-mailing.ts';
import { accountOption, dataOptions, integer } from './options.ts';

/** `mailwright mailings`: mailings on the command line. Works beside a running service. */
export function mailingsCommand(): Command {
  const mailings = new Command('mailings').description('check mailings');
  const check = new Command('check')
    .description('make the quality checks of a mailing; ends with 1 when one has failed')
    .argument('<id>', 'number of the mailing', integer)
    .option('--only <list>', 'names of checks, such as link,image; by default all', (text) => text.split(','))
    .option('--json', 'write the results as JSON')
    .addHelpText('after', '\nExample:\n  mailwright mailings check 17 --only link,image\n')
    .action(async (id: number, options: CheckCommandOptions) =>
      (await import('./check-mailing.ts')).checkMailing(id, options),
    );
  for (const option of [...dataOptions(), accountOption()]) check.addOption(option);
  mailings.addCommand(check);
  return mailings;
}
