import { Command } from 'commander';
import { administrate } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, integer } from './options.ts';

type LimitOptions = DataOptions & { account?: number; perMinute?: number; perDay?: number };

/** `mailwright limits`: how many mails may go out, and to whom. Works beside a running service. */
export function limitsCommand(): Command {
  const limits = new Command('limits').description('how many mails may go out in a minute and on a day');
  limits.addCommand(
    withPlace(new Command('set'))
      .description('set the limit of a domain, or of all mails together')
      .argument('[domain]', 'domain of the recipients, such as example.com; all of them without it')
      .option('--per-minute <n>', 'mails a minute, a tenth of which may go at once', integer)
      .option('--per-day <n>', "mails on a day of the account's time zone", integer)
      .addHelpText(
        'after',
        `
Examples:
  mailwright limits set --per-day 50000
  mailwright limits set example.com --per-minute 300
`,
      )
      .action(async (domain: string | undefined, { account, perMinute, perDay, ...options }: LimitOptions) => {
        await administrate(options, 'setLimit', { account, domain, perMinute, perDay });
      }),
  );
  limits.addCommand(
    withPlace(new Command('remove'))
      .description('remove the limit of a domain, or of all mails together')
      .argument('[domain]', 'domain of the recipients; all of them without it')
      .action(async (domain: string | undefined, { account, ...options }: LimitOptions) => {
        await administrate(options, 'removeLimit', { account, domain });
      }),
  );
  limits.addCommand(
    withPlace(new Command('list'))
      .description('list the limits')
      .action(async ({ account, ...options }: LimitOptions) => {
        for (const { domain, perMinute, perDay } of await administrate(options, 'listLimits', { account })) {
          const bounds = [perMinute && `${perMinute} a minute`, perDay && `${perDay} a day`].filter(Boolean);
          console.log(`${domain ?? 'all mails'}  ${bounds.join(', ')}`);
        }
      }),
  );
  return limits;
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption());
}
