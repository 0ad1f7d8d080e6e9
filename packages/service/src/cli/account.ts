import { Command } from 'commander';
import { accountOption, type PlaceOptions, placeOptions } from './options.ts';
import { openOperator } from './place.ts';

interface AccountOptions extends PlaceOptions {
  account?: number;
  timeZone?: string;
}

/** `mailwright account`: settings of an account. Works beside a running service. */
export function accountCommand(): Command {
  const command = new Command('account')
    .description('show an account, or change its settings')
    .option('--time-zone <name>', 'where its days begin, such as Europe/Berlin')
    .action(showAccount);
  for (const option of [...placeOptions(), accountOption()]) command.addOption(option);
  return command;
}

async function showAccount(options: AccountOptions): Promise<void> {
  const { account, timeZone } = options;
  const operator = await openOperator(options);
  try {
    if (timeZone !== undefined) await operator.ask('setTimeZone', { account, timeZone });
    const settings = await operator.ask('accountSettings', { account });
    console.log(`Account ${settings.id}: ${settings.name}, time zone ${settings.timeZone}`);
  } finally {
    await operator.close();
  }
}
