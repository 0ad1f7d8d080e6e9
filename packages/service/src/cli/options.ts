import { accessSync, constants } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { keyFault } from '../account/index.ts';
import type { LogFormat } from '../platform/http/operator-log.ts';
import { readTrust, type TrustsHop } from '../platform/http/trusted-proxy.ts';

export interface DataOptions {
  data: string;
  database?: string;
  preparedStatements?: boolean;
}

export interface SendingOptions extends DataOptions {
  smtp?: string;
  smtpPasswordFile?: string;
  smtpInsecure?: boolean;
  bounceDomain?: string;
  dkimKeys?: string;
  publicUrl?: string;
  allowPrivateAddresses?: boolean;
  withoutChecks?: string[];
  spamd?: { host: string; port: number };
  chromium?: string;
  keepEvents?: number;
  log: LogFormat;
}

export interface ServeOptions extends SendingOptions {
  host: string;
  port: number;
  httpPort: number;
  worker: boolean;
  bouncePort?: number;
  trustProxy?: TrustsHop;
  key?: string;
  keyFile?: string;
  metricsToken?: string;
  tlsCert?: string;
  tlsKey?: string;
}

/** Where the data is; every command has these. */
export const dataOptions = () => [
  new Option('--data <dir>', 'directory of the data').env('MAILWRIGHT_DATA').default('mailwright-data'),
  new Option('--database <url>', 'PostgreSQL server instead of the embedded database, postgres://…').env(
    'DATABASE_URL',
  ),
  new Option(
    '--no-prepared-statements',
    'for a PostgreSQL server behind a pooler in transaction mode that does not know prepared statements',
  ).env('MAILWRIGHT_NO_PREPARED_STATEMENTS'),
];

/** For commands that work on one account. */
export const accountOption = () => new Option('--account <id>', 'account, when there are several').argParser(integer);

/** For processes that send mails. */
export const sendingOptions = () => [
  ...dataOptions(),
  new Option(
    '--smtp <url>',
    'server that mails go out by, smtp://user:password@host:port; without one they stay in the local outbox',
  )
    .env('MAILWRIGHT_SMTP')
    .argParser(smtpUrl),
  new Option(
    '--smtp-password-file <file>',
    'its password, in place of one in --smtp (or MAILWRIGHT_SMTP_PASSWORD)',
  ).env('MAILWRIGHT_SMTP_PASSWORD_FILE'),
  new Option('--smtp-insecure', 'give the password to a server that offers no encryption').env(
    'MAILWRIGHT_SMTP_INSECURE',
  ),
  new Option('--bounce-domain <domain>', 'where bounces go, to an address of its own for each mail').env(
    'MAILWRIGHT_BOUNCE_DOMAIN',
  ),
  new Option(
    '--dkim-keys <dir>',
    'directory of the keys that mails are signed with, as `mailwright dkim` makes them',
  ).env('MAILWRIGHT_DKIM_KEYS'),
  new Option('--public-url <url>', 'address that links in mails begin with, when it is another than this machine')
    .env('MAILWRIGHT_PUBLIC_URL')
    .argParser(httpsUrl),
  new Option(
    '--allow-private-addresses',
    'let users have addresses of private networks asked: images, links and feeds of mailings',
  ).env('MAILWRIGHT_ALLOW_PRIVATE_ADDRESSES'),
  new Option('--without-checks <list>', 'quality checks that are not offered, such as link,image')
    .env('MAILWRIGHT_WITHOUT_CHECKS')
    .argParser((text) => text.split(',').map((name) => name.trim())),
  new Option('--spamd <host:port>', 'SpamAssassin daemon that the spam check asks too')
    .env('MAILWRIGHT_SPAMD')
    .argParser(hostAndPort),
  new Option('--chromium <path>', 'Chromium that the display check renders mailings with, such as /usr/bin/chromium')
    .env('MAILWRIGHT_CHROMIUM')
    .argParser(program),
  new Option(
    '--keep-events <days>',
    'days for which openings, clicks, deliveries and bounces are kept one by one, at least 60; for ever by default',
  )
    .env('MAILWRIGHT_KEEP_EVENTS')
    .argParser(days),
  new Option('--log <format>', 'lines for people, or one JSON object a line')
    .env('MAILWRIGHT_LOG')
    .choices(['text', 'json'])
    .default('text'),
];

export const serveOptions = () => [
  ...sendingOptions(),
  new Option('--no-worker', 'only answer requests; `mailwright work` sends mails in another process').env(
    'MAILWRIGHT_NO_WORKER',
  ),
  new Option('--bounce-port <n>', 'port on which mails to the bounce domain are received, by SMTP')
    .env('MAILWRIGHT_BOUNCE_PORT')
    .argParser(port),
  new Option(
    '--trust-proxy <hops or networks>',
    'proxies in front of the service that are believed about the client (X-Forwarded-For): how many, or their addresses and networks; without it the header is ignored',
  )
    .env('MAILWRIGHT_TRUST_PROXY')
    .argParser(trust),
  new Option('--host <address>', 'address to listen on').env('MAILWRIGHT_HOST').default('127.0.0.1'),
  new Option('--port <n>', 'port of HTTPS').env('MAILWRIGHT_PORT').default(8443).argParser(port),
  new Option('--http-port <n>', 'port of plain HTTP, where every request is answered with 403')
    .env('MAILWRIGHT_HTTP_PORT')
    .default(8080)
    .argParser(port),
  new Option('--key <key>', 'API key of the first account, instead of a generated one')
    .env('MAILWRIGHT_KEY')
    .argParser(key),
  new Option('--key-file <file>', 'file with that key').env('MAILWRIGHT_KEY_FILE'),
  new Option('--metrics-token <token>', 'who sends it as a Bearer token may read /metrics; without one nobody may')
    .env('MAILWRIGHT_METRICS_TOKEN')
    .argParser(secretToken),
  new Option('--tls-cert <file>', 'certificate in PEM, instead of an own self-signed one').env('MAILWRIGHT_TLS_CERT'),
  new Option('--tls-key <file>', 'private key of the certificate in PEM').env('MAILWRIGHT_TLS_KEY'),
];

function port(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65535) throw new InvalidArgumentError('It must be a port, 0 to 65535.');
  return value;
}

/** Conversions follow clicks by 30 days, and bounces block a contact in the course of several mailings. */
const fewestDays = 60;

function days(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value < fewestDays)
    throw new InvalidArgumentError(`It must be a number of days, ${fewestDays} at least.`);
  return value;
}

function trust(text: string): TrustsHop {
  const trusts = readTrust(text);
  if (trusts === undefined) {
    throw new InvalidArgumentError('It must be a number of hops, 1 to 9, or networks such as 10.0.0.0/8,fd00::/8.');
  }
  return trusts;
}

function smtpUrl(text: string): string {
  if (!/^smtps?:\/\/\S+$/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be smtp://… or smtps://….');
  return text;
}

function hostAndPort(text: string): { host: string; port: number } {
  const [, host, number] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined) throw new InvalidArgumentError('It must be host:port, such as localhost:783.');
  return { host, port: port(number!) };
}

function program(path: string): string {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new InvalidArgumentError('It must be the path of a program that may be run.');
  }
  return path;
}

function httpsUrl(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new InvalidArgumentError('It must begin with https://.');
  return text.replace(/(?<!\/)\/+$/, '');
}

function secretToken(text: string): string {
  if (!/^[\x21-\x7e]{16,}$/.test(text))
    throw new InvalidArgumentError('It must have at least 16 characters, none a space.');
  return text;
}

function key(text: string): string {
  const fault = keyFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(`${fault}.`);
  return text;
}

export function integer(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}
