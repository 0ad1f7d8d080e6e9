import { Command } from 'commander';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, changeAccount } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, integer } from './options.ts';

type LimitOptions = DataOptions & JsonOptions & { account?: number; perMinute?: number; perDay?: number };

/** `mailwright limits`: how many mails may go out, and to whom. Works beside a running service. */
export function limitsCommand(): Command {
  const limits = new Command('limits').description('limit the number of mails per minute and per day');
  limits.addCommand(
    withPlace(new Command('set'))
      .description('set a limit for a recipient domain, or for all mails together')
      .argument('[domain]', 'recipient domain, such as example.com; the default is all mails')
      .option('--per-minute <n>', 'mails per minute, in bursts of at most a tenth', integer)
      .option('--per-day <n>', "mails per day, in the account's time zone", integer)
      .addHelpText(
        'after',
        `
Examples:
  mailwright limits set --per-day 50000
  mailwright limits set example.com --per-minute 300
`,
      )
      .action(async (domain: string | undefined, { account, perMinute, perDay, ...options }: LimitOptions) => {
        await changeAccount(options, 'setLimit', { account, domain, perMinute, perDay });
        if (options.json) printJson({ domain: domain ?? null, perMinute: perMinute ?? null, perDay: perDay ?? null });
      }),
  );
  limits.addCommand(
    withPlace(new Command('remove'))
      .description('remove the limit for a recipient domain, or for all mails together')
      .argument('[domain]', 'recipient domain; the default is all mails')
      .action(async (domain: string | undefined, { account, ...options }: LimitOptions) => {
        await changeAccount(options, 'removeLimit', { account, domain });
        if (options.json) printJson({ domain: domain ?? null });
      }),
  );
  limits.addCommand(
    withPlace(new Command('list'))
      .description('list the limits')
      .action(async ({ account, ...options }: LimitOptions) => {
        const listed = await administrate(options, 'listLimits', { account });
        if (options.json) return printJson(listed);
        for (const { domain, perMinute, perDay } of listed) {
          const bounds = [perMinute && `${perMinute} per minute`, perDay && `${perDay} per day`].filter(Boolean);
          console.log(`${domain ?? 'all mails'}  ${bounds.join(', ')}`);
        }
      }),
  );
  return limits;
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}
