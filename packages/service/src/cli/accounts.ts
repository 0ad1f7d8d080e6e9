import { Command, InvalidArgumentError } from 'commander';
import type { AccountListing } from '../administration/accounts.ts';
import { confirm } from './confirm.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { movingCommands } from './move-account.ts';
import { administrate, changeAccount } from './operator.ts';
import { type DataOptions, dataOptions, integer } from './options.ts';
import { textTable } from './text-table.ts';

/** `mailwright accounts`: all accounts of the service. Works beside a running service. */
export function accountsCommand(): Command {
  const accounts = new Command('accounts').description(
    'create, list, close and move accounts, and set their quotas and what bounces lead to',
  );
  accounts.addCommand(
    withPlace(new Command('create'))
      .description('create an account and print an API key with all rights; it is shown only once')
      .argument('<name>', 'its name')
      .requiredOption('--domain <domain>', 'sender domain of its mails')
      .option('--time-zone <name>', 'time zone of the account, such as Europe/Berlin', 'UTC')
      .addOption(jsonOption())
      .addHelpText('after', '\nExample:\n  mailwright accounts create Shop --domain news.example.com\n')
      .action(create),
  );
  accounts.addCommand(
    withPlace(new Command('list')).description('list the accounts').addOption(jsonOption()).action(list),
  );
  accounts.addCommand(
    withPlace(new Command('close'))
      .description(
        'close an account permanently: its keys become invalid and it sends no more mail; its data and public pages remain',
      )
      .argument('<id>', 'id of the account, as listed', integer)
      .option('--force', 'do not ask for confirmation')
      .addOption(jsonOption())
      .action(close),
  );
  accounts.addCommand(
    withPlace(new Command('quota'))
      .description('show or change the quotas of an account')
      .argument('<id>', 'id of the account, as listed', integer)
      .argument('[name]', 'name of the quota, such as contacts')
      .argument('[value]', 'new value, or "default"; existing data is not deleted', quotaValue)
      .addOption(jsonOption())
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright accounts quota 2\n  mailwright accounts quota 2 contacts 50000\n  mailwright accounts quota 2 contacts default\n',
      )
      .action(quota),
  );
  accounts.addCommand(
    withPlace(new Command('bounce-policy'))
      .description(
        'show or change after how many days with bounces an account blocks contacts, and how long it holds them back',
      )
      .argument('<id>', 'id of the account, as listed', integer)
      .option('--unknown <days>', 'days with bounces that say that the mailbox is unknown, 1 to 10', days(10))
      .option('--hard <days>', 'days with bounces that say that nobody will ever get mail there, 1 to 10', days(10))
      .option('--soft <days>', 'days with bounces that say that it could not be reached, 1 to 100, or "off"', softDays)
      .option(
        '--hold <days>',
        'days for which nothing is sent after a bounce that counts as unknown or hard and does not block yet, 0 to 30',
        days(30, 0),
      )
      .addOption(jsonOption())
      .addHelpText('after', '\nExample:\n  mailwright accounts bounce-policy 2 --unknown 3 --soft off --hold 2\n')
      .action(bouncePolicy),
  );
  for (const command of movingCommands()) accounts.addCommand(command);
  return accounts;
}

async function bouncePolicy(
  account: number,
  {
    unknown,
    hard,
    soft,
    hold,
    ...options
  }: DataOptions & JsonOptions & { unknown?: number; hard?: number; soft?: number | 'off'; hold?: number },
): Promise<void> {
  if ([unknown, hard, soft, hold].some((given) => given !== undefined))
    await changeAccount(options, 'setBounceLimits', {
      account,
      ...(unknown && { unknown }),
      ...(hard && { hard }),
      ...(soft !== undefined && { soft: soft === 'off' ? null : soft }),
      ...(hold !== undefined && { hold }),
    });
  const limits = await administrate(options, 'getBounceLimits', { account });
  if (options.json) return printJson(limits);
  console.log(
    textTable([
      ['BOUNCES', 'DAYS'],
      ['unknown', String(limits.unknown)],
      ['hard', String(limits.hard)],
      ['soft', String(limits.soft ?? 'off')],
      ['hold', String(limits.hold)],
    ]),
  );
}

/** Parses a number of days. */
function days(max: number, min = 1) {
  return (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}

/** Commander would make an empty text of `null`. */
const softDays = (text: string): number | 'off' => (text === 'off' ? text : days(100)(text));

async function create(
  name: string,
  options: DataOptions & JsonOptions & { domain: string; timeZone: string },
): Promise<void> {
  const { domain, timeZone } = options;
  const { id, key } = await administrate(options, 'createAccount', { name, domain, timeZone });
  if (options.json) printJson({ id, key });
  else console.log(key);
  console.error(`Created account ${id} (${name}). Its key has all rights and is shown only once.`);
}

async function list(options: DataOptions & JsonOptions): Promise<void> {
  const accounts = await administrate(options, 'listAccounts', {});
  if (options.json) printJson(accounts);
  else console.log(table(accounts));
}

function table(accounts: readonly AccountListing[]): string {
  const rows = accounts.map(({ id, name, domain, timeZone, created, closed, sealed, keys }) => [
    String(id),
    name,
    domain,
    timeZone,
    String(keys),
    created.slice(0, 10),
    stateOf(closed, sealed),
  ]);
  return textTable([['ID', 'NAME', 'DOMAIN', 'TIME ZONE', 'VALID KEYS', 'CREATED', 'STATE'], ...rows]);
}

function stateOf(closed: string | null, sealed: string | null): string {
  if (closed !== null) return `closed ${closed.slice(0, 10)}`;
  return sealed === null ? 'open' : `sealed ${sealed.slice(0, 10)}`;
}

async function close(id: number, options: DataOptions & JsonOptions & { force?: boolean }): Promise<void> {
  if (!options.force) await confirm(`Account ${id} cannot be opened again. Close it?`, 'use --force to close it');
  const { name, keys } = await administrate(options, 'closeAccount', { id });
  if (options.json) printJson({ id, name, keys });
  console.error(`Account ${id} (${name}) is closed. Invalidated keys: ${keys}.`);
}

async function quota(
  account: number,
  name: string | undefined,
  value: number | 'default' | undefined,
  options: DataOptions & JsonOptions,
): Promise<void> {
  if (name === undefined) return showQuotas(account, options);
  if (value === undefined) throw new Error('the value is missing: give a number, or "default"');
  await changeAccount(options, 'setQuota', { account, name, value: value === 'default' ? undefined : value });
  if (options.json) printJson({ account, name, value });
  console.error(`Account ${account} has a new quota: ${name}, ${value}.`);
}

async function showQuotas(account: number, options: DataOptions & JsonOptions): Promise<void> {
  const listed = await administrate(options, 'listQuotas', { account });
  if (options.json) return printJson(listed);
  const rows = listed.map((quota) => [quota.name, String(quota.value), String(quota.default)]);
  console.log(textTable([['QUOTA', 'VALUE', 'DEFAULT'], ...rows]));
}

function quotaValue(text: string): number | 'default' {
  if (text === 'default') return text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an integer, or "default".');
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command;
}
