import { Command, InvalidArgumentError, Option } from 'commander';
import type { RelaySettings } from '../administration/relay-settings.ts';
import type { RelayListing } from '../administration/relays.ts';
import { relaying } from '../sending/index.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate } from './operator.ts';
import { type DataOptions, dataOptions, integer, numberUpTo } from './options.ts';
import { textTable } from './text-table.ts';

type RelayOptions = DataOptions &
  JsonOptions &
  Omit<RelaySettings, 'dkim' | 'dkimKey' | 'accounts' | 'mailings' | 'domains' | 'noLimits'> & {
    dkim?: string;
    forAccount?: number[];
    forMailing?: number[];
    forDomain?: string[];
    withoutLimits?: boolean;
  };

/** `mailwright relays`: SMTP servers that mails are sent through. Works beside a running service. */
export function relaysCommand(): Command {
  const relays = new Command('relays').description('manage the SMTP servers through which mails are sent');
  relays.addCommand(
    withSettings(new Command('add'))
      .description('add a relay')
      .argument('<name>', 'name of the relay, such as backup')
      .argument('<address>', 'smtp://user@host:587, or smtps://user@host for TLS from the first byte on')
      .addHelpText(
        'after',
        `
Examples:
  mailwright relays add backup smtps://user@backup.example.com --password-file /etc/mailwright/backup
  mailwright relays add shop smtp://user@shop.example.com --password-env MAILWRIGHT_RELAY_SHOP --for-account 2
`,
      )
      .action((name: string, address: string, options: RelayOptions) =>
        change('addRelay', name, { ...options, address }),
      ),
  );
  relays.addCommand(
    withSettings(new Command('set'))
      .description('change a relay; settings that are not given stay as they are')
      .argument('<name>', 'name of the relay, as listed')
      .option('--address <url>', 'another address')
      .option('--for-all', 'take mails of all accounts and mailings to all domains')
      .option('--without-limits', 'remove the limits that are not given')
      .addHelpText('after', '\nExample:\n  mailwright relays set default --per-day 5000 --order 10\n')
      .action((name: string, options: RelayOptions) => change('setRelay', name, options)),
  );
  relays.addCommand(
    withPlace(new Command('remove'))
      .description('remove a relay; mails that it is sending are finished')
      .argument('<name>', 'name of the relay, as listed')
      .action(async (name: string, options: RelayOptions) => {
        await administrate(options, 'removeRelay', { name });
        if (options.json) printJson({ name });
      }),
  );
  relays.addCommand(
    withPlace(new Command('list'))
      .description('list the relays in the order in which they are used')
      .action(async (options: RelayOptions) => {
        const listed = await administrate(options, 'listRelays', {});
        if (options.json) return printJson(listed);
        const rows = listed.map((relay) => [
          relay.name,
          relay.address ?? '--smtp',
          `${relay.order}`,
          `${relay.weight}`,
          rulesOf(relay),
          [limitsOf(relay), warmUpOf(relay)].filter(Boolean).join('; ') || 'none',
          `${relay.mails}`,
          relay.down ? `left until ${relay.down.until}: ${relay.down.reason}` : 'up',
        ]);
        console.log(textTable([['NAME', 'ADDRESS', 'ORDER', 'WEIGHT', 'FOR', 'LIMITS', 'MAILS', 'STATE'], ...rows]));
      }),
  );
  relays.addCommand(
    withPlace(new Command('receivers'))
      .description('list the receivers that have asked for fewer mails, and how many go there now')
      .action(async (options: RelayOptions) => {
        const listed = await administrate(options, 'listReceivers', {});
        if (options.json) return printJson(listed);
        const rows = listed.map(({ relay, receiver, perMinute, askedAt, reason }) => [
          relay,
          receiver,
          `${perMinute}`,
          askedAt,
          reason,
        ]);
        console.log(textTable([['RELAY', 'RECEIVER', 'PER MINUTE', 'ASKED AT', 'REASON'], ...rows]));
      }),
  );
  relays.addCommand(
    withPlace(new Command('test'))
      .description('connect to a relay and sign in, without sending a mail')
      .argument('<name>', 'name of the relay, as listed')
      .action(async (name: string, options: RelayOptions) => {
        const offer = await administrate(options, 'testRelay', { name });
        if (options.json) return printJson({ name, ...offer });
        const { host, port, isEncrypted, isSignedIn, extensions } = offer;
        const connection = isEncrypted ? 'encrypted' : 'not encrypted';
        console.log(`${host}:${port} takes mails; ${connection}, ${isSignedIn ? 'signed in' : 'without a user name'}.`);
        if (extensions.length > 0) console.log(`Extensions: ${extensions.join(', ')}`);
      }),
  );
  return relays;
}

async function change(action: 'addRelay' | 'setRelay', name: string, options: RelayOptions): Promise<void> {
  const { data, database, preparedStatements, json, dkim, forAccount, forMailing, forDomain, withoutLimits, ...rest } =
    options;
  await administrate(options, action, {
    name,
    ...rest,
    ...signatureOf(dkim),
    accounts: forAccount,
    mailings: forMailing,
    domains: forDomain,
    noLimits: withoutLimits,
  });
  if (json) printJson({ name });
}

function signatureOf(dkim: string | undefined): Pick<RelaySettings, 'dkim' | 'dkimKey'> {
  if (dkim === undefined) return {};
  return dkim === 'on' || dkim === 'off' ? { dkim: dkim === 'on' } : { dkimKey: dkim };
}

function rulesOf({ accounts, mailings, domains }: RelayListing): string {
  const rules = [
    accounts.length > 0 && `accounts ${accounts.join(', ')}`,
    mailings.length > 0 && `mailings ${mailings.join(', ')}`,
    domains.join(', '),
  ].filter(Boolean);
  return rules.join('; ') || 'all';
}

function limitsOf({ perMinute, perDay }: RelayListing): string {
  return [perMinute && `${perMinute} per minute`, perDay && `${perDay} per day`].filter(Boolean).join(', ');
}

function warmUpOf({ warmUp }: RelayListing): string {
  if (warmUp === null) return '';
  const { day, days, perDay, sent } = warmUp;
  return `warm-up day ${day} of ${days}: ${sent} of ${perDay}`;
}

function withSettings(command: Command): Command {
  const most = 1000;
  const numbers = (text: string, before: number[] = []) => [...before, integer(text)];
  const texts = (text: string, before: string[] = []) => [...before, text];
  return withPlace(command)
    .option(
      '--password-file <file>',
      'absolute path of the file with the password, which each process that sends reads',
    )
    .option('--password-env <name>', 'environment variable with the password, such as MAILWRIGHT_RELAY_BACKUP')
    .option(
      '--token-file <file>',
      'absolute path of a file with an OAuth access token, or with what it takes to get one, in place of a password',
    )
    .addOption(
      new Option(
        '--tls <when>',
        'whether mails are sent over encrypted connections only; with a password they are',
      ).choices(['required', 'optional']),
    )
    .option(
      '--dkim <key>',
      'sign mails with the keys of --dkim-keys for their senders ("on", the default), with one of them for all mails, such as s2._domainkey.example.com, or not ("off")',
    )
    .option(
      '--order <n>',
      'relays of a lower order are used first; 200 by default, and 100 for --smtp',
      numberUpTo(most),
    )
    .option('--weight <n>', 'share of the mails among relays of the same order; 1 by default', numberUpTo(most))
    .option('--connections <n>', 'connections at a time; 20 by default', numberUpTo(most))
    .option('--per-minute <n>', 'mails per minute, in bursts of at most a tenth', numberUpTo(1_000_000_000))
    .option('--per-day <n>', 'mails per day, in UTC', numberUpTo(1_000_000_000))
    .option(
      '--warm-up <plan>',
      'mails per day of a new relay: numbers separated by commas, "default" for the plan of the documentation, or "off"',
      warmUpPlan,
    )
    .option('--for-account <id>', 'take only mails of this account; can be repeated', numbers)
    .option('--for-mailing <id>', 'take only mails of this mailing; can be repeated', numbers)
    .option('--for-domain <domain>', 'take only mails to this recipient domain; can be repeated', texts);
}

function warmUpPlan(text: string): number[] {
  if (text === 'off') return [];
  if (text === 'default') return [...relaying.defaultWarmUp];
  const most = 366;
  const plan = text.split(',').map(numberUpTo(1_000_000_000));
  if (plan.length > most) throw new InvalidArgumentError(`There are ${plan.length} days; ${most} are allowed.`);
  return plan;
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(jsonOption());
}
