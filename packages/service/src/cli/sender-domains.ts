import { Command } from 'commander';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, changeAccount } from './operator.ts';
import { accountOption, type DataOptions, dataOptions } from './options.ts';
import { textTable } from './text-table.ts';

type SenderDomainOptions = DataOptions & JsonOptions & { account?: number };

/** `mailwright sender-domains`: which domains belong to which accounts. Works beside a running service. */
export function senderDomainsCommand(): Command {
  const domains = new Command('sender-domains').description(
    'let domains of senders belong to accounts: others cannot send from them, and their DKIM keys sign for nobody else',
  );
  domains.addCommand(
    withPlace(new Command('give'))
      .description('let a domain, and those below it, belong to an account')
      .argument('<domain>', 'domain of senders, such as shop.example')
      .addHelpText('after', '\nExample:\n  mailwright sender-domains give shop.example --account 2\n')
      .action(async (domain: string, { account, ...options }: SenderDomainOptions) => {
        await changeAccount(options, 'giveSenderDomain', { account, domain });
        if (options.json) printJson({ domain });
      }),
  );
  domains.addCommand(
    withPlace(new Command('remove'))
      .description('take a domain from an account')
      .argument('<domain>', 'domain of senders, as listed')
      .action(async (domain: string, { account, ...options }: SenderDomainOptions) => {
        await changeAccount(options, 'removeSenderDomain', { account, domain });
        if (options.json) printJson({ domain });
      }),
  );
  domains.addCommand(
    withPlace(new Command('list'))
      .description('list the domains of all accounts, or of one; those of several are to be decided')
      .action(async ({ account, ...options }: SenderDomainOptions) => {
        const listed = await administrate(options, 'listSenderDomains', { account });
        if (options.json) return printJson(listed);
        const rows = listed.map(({ domain, account, proof, others }) => {
          return [domain, String(account), proof, others.join(', ')];
        });
        console.log(textTable([['DOMAIN', 'ACCOUNT', 'PROOF', 'ALSO OF'], ...rows]));
      }),
  );
  return domains;
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}
