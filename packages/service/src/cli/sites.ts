import { Command } from 'commander';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, changeAccount } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, integer } from './options.ts';

type SiteOptions = DataOptions & JsonOptions & { account?: number };

/** `mailwright sites`: web sites and goals that conversions are counted for. Works beside a running service. */
export function sitesCommand(): Command {
  const sites = new Command('sites').description('manage the sites and goals for which conversions are counted');
  sites.addCommand(
    withPlace(new Command('add'))
      .description('add a site; links to it carry a token that identifies the mailing')
      .argument('<name>', 'name for reports')
      .requiredOption('--domain <domain>', 'domain of the site, including its subdomains')
      .addHelpText('after', '\nExample:\n  mailwright sites add Shop --domain shop.example.com\n')
      .action(async (name: string, options: SiteOptions & { domain: string }) => {
        const { account, domain, json } = options;
        tellId(await changeAccount(options, 'addSite', { account, name, domain }), json);
      }),
  );
  sites.addCommand(
    withPlace(new Command('goal'))
      .description('add a goal to a site')
      .argument('<site>', 'id of the site, as listed', integer)
      .argument('<name>', 'name for reports, such as Order')
      .action(async (site: number, name: string, options: SiteOptions) => {
        tellId(await changeAccount(options, 'addGoal', { account: options.account, site, name }), options.json);
      }),
  );
  sites.addCommand(
    withPlace(new Command('list'))
      .description('list sites and goals with their ids')
      .action(async (options: SiteOptions) => {
        const sites = await administrate(options, 'listSites', { account: options.account });
        if (options.json) return printJson(sites);
        for (const { id, name, domain, goals } of sites) {
          console.log(`${id}  ${name}  ${domain}`);
          for (const goal of goals) console.log(`    ${goal.id}  ${goal.name}`);
        }
      }),
  );
  return sites;
}

function tellId(id: number, json?: boolean): void {
  if (json) printJson({ id });
  else console.log(id);
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}
