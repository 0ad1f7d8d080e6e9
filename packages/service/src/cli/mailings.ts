import { Command, InvalidArgumentError } from 'commander';
import type { CheckCommandOptions } from './check-mailing.ts';
import { jsonOption } from './json.ts';
import type { ListOptions, ShowOptions } from './list-mailings.ts';
import { accountOption, dataOptions, integer } from './options.ts';

/** `mailwright mailings`: mailings on the command line. Works beside a running service. */
export function mailingsCommand(): Command {
  const mailings = new Command('mailings').description('list, show and check mailings');
  mailings.addCommand(
    withPlace(new Command('list'))
      .description('list mailings, newest first')
      .option('--state <list>', 'only mailings in these states, such as draft,failed', (text) => text.split(','), [])
      .option('--limit <n>', 'maximum number of mailings', atLeastOne, 20)
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright mailings list\n  mailwright mailings list --state draft,scheduled --limit 100\n  mailwright mailings list --state failed --json\n',
      )
      .action(async (options: ListOptions) => (await import('./list-mailings.ts')).listMailings(options)),
  );
  mailings.addCommand(
    withPlace(new Command('show'))
      .description('show the contents of a mailing, what is missing, its check results, and its history')
      .argument('<id>', 'id of the mailing', integer)
      .addHelpText('after', '\nExamples:\n  mailwright mailings show 17\n  mailwright mailings show 17 --json\n')
      .action(async (id: number, options: ShowOptions) =>
        (await import('./list-mailings.ts')).showMailing(id, options),
      ),
  );
  mailings.addCommand(
    withPlace(new Command('check'))
      .description('run the quality checks of a mailing; exits with status 1 if a check has failed')
      .argument('<id>', 'id of the mailing', integer)
      .option('--only <list>', 'checks to run, such as link,image; the default is all', (text) => text.split(','))
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright mailings check 17\n  mailwright mailings check 17 --only link,image\n  mailwright mailings check 17 --json | jq .checks\n',
      )
      .action(async (id: number, options: CheckCommandOptions) =>
        (await import('./check-mailing.ts')).checkMailing(id, options),
      ),
  );
  return mailings;
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}

function atLeastOne(text: string): number {
  const number = integer(text);
  if (number < 1 || number > 10_000) throw new InvalidArgumentError('It must be a number from 1 to 10000.');
  return number;
}
