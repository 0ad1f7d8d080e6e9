import { Command, InvalidArgumentError } from 'commander';
import type { AccountListing } from '../account/index.ts';
import { confirm } from './confirm.ts';
import { administrate } from './operator.ts';
import { type DataOptions, dataOptions, integer } from './options.ts';
import { textTable } from './text-table.ts';

/** `mailwright accounts`: all accounts of the service. Works beside a running service. */
export function accountsCommand(): Command {
  const accounts = new Command('accounts').description(
    'create, list and close accounts, and say how much they may keep',
  );
  accounts.addCommand(
    withPlace(new Command('create'))
      .description('make an account, and print a key with all rights, which is shown this once')
      .argument('<name>', 'its name')
      .requiredOption('--domain <domain>', 'domain that its mails come from')
      .option('--time-zone <name>', 'where its days begin, such as Europe/Berlin', 'UTC')
      .addHelpText('after', '\nExample:\n  mailwright accounts create Shop --domain news.example.com\n')
      .action(create),
  );
  accounts.addCommand(
    withPlace(new Command('list')).description('list the accounts').option('--json', 'as JSON').action(list),
  );
  accounts.addCommand(
    withPlace(new Command('close'))
      .description('end an account for good: its keys, and all that it sends; its data and its public pages stay')
      .argument('<id>', 'number of the account, as in the list', integer)
      .option('--force', 'without a question')
      .action(close),
  );
  accounts.addCommand(
    withPlace(new Command('quota'))
      .description('show how much an account may keep, or change it')
      .argument('<id>', 'number of the account, as in the list', integer)
      .argument('[name]', 'what is changed, such as contacts')
      .argument('[value]', 'how much it may keep from now on, or "usual"; what is kept already stays', quotaValue)
      .option('--json', 'as JSON')
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright accounts quota 2\n  mailwright accounts quota 2 contacts 50000\n  mailwright accounts quota 2 contacts usual\n',
      )
      .action(quota),
  );
  return accounts;
}

async function create(name: string, options: DataOptions & { domain: string; timeZone: string }): Promise<void> {
  const { domain, timeZone } = options;
  const { id, key } = await administrate(options, 'createAccount', { name, domain, timeZone });
  console.log(key);
  console.error(`Account ${id} is there. Its key may do everything; it is shown this once.`);
}

async function list(options: DataOptions & { json?: boolean }): Promise<void> {
  const accounts = await administrate(options, 'listAccounts', {});
  console.log(options.json ? JSON.stringify(accounts, undefined, 2) : table(accounts));
}

function table(accounts: readonly AccountListing[]): string {
  const rows = accounts.map(({ id, name, domain, timeZone, created, closed, keys }) => [
    String(id),
    name,
    domain,
    timeZone,
    String(keys),
    created.slice(0, 10),
    closed === null ? 'open' : `closed ${closed.slice(0, 10)}`,
  ]);
  return textTable([['ID', 'NAME', 'DOMAIN', 'TIME ZONE', 'VALID KEYS', 'CREATED', 'STATE'], ...rows]);
}

async function close(id: number, options: DataOptions & { force?: boolean }): Promise<void> {
  if (!options.force) await confirm(`Account ${id} cannot be opened again. Close it?`, 'say --force to close it');
  const { name, keys } = await administrate(options, 'closeAccount', { id });
  console.error(`Account ${id} (${name}) is closed. Keys that ended: ${keys}.`);
}

async function quota(
  account: number,
  name: string | undefined,
  value: number | 'usual' | undefined,
  options: DataOptions & { json?: boolean },
): Promise<void> {
  if (name === undefined) return showQuotas(account, options);
  if (value === undefined) throw new Error('say how much it may be: a number, or "usual"');
  await administrate(options, 'setQuota', { account, name, value: value === 'usual' ? undefined : value });
  console.error(`Account ${account} has a new quota: ${name}, ${value}.`);
}

async function showQuotas(account: number, options: DataOptions & { json?: boolean }): Promise<void> {
  const listed = await administrate(options, 'listQuotas', { account });
  if (options.json) return console.log(JSON.stringify(listed, undefined, 2));
  const rows = listed.map(({ name, value, usual }) => [name, String(value), String(usual)]);
  console.log(textTable([['QUOTA', 'VALUE', 'USUAL'], ...rows]));
}

function quotaValue(text: string): number | 'usual' {
  if (text === 'usual') return text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number, or "usual".');
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command;
}
