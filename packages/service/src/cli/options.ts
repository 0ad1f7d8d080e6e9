import { accessSync, constants } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { keyFault } from '../account/index.ts';
import { readNames } from '../platform/acme/names.ts';
import { readTrust, type TrustsHop } from '../platform/http/trusted-proxy.ts';
import type { LogFormat } from '../platform/log/operator-log.ts';
import { tokenFault } from './secrets.ts';

export interface DataOptions {
  data: string;
  database?: string;
  preparedStatements?: boolean;
  secretsKeyFile?: string;
}

export interface SendingOptions extends DataOptions {
  smtp?: string;
  smtpPasswordFile?: string;
  smtpTokenFile?: string;
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
  bounceEvents?: string;
  bounceMailbox?: string;
  bounceMailboxPasswordFile?: string;
  bounceMailboxTokenFile?: string;
  submissionPort?: number;
  submissionsPort?: number;
  trustProxy?: TrustsHop;
  relaySecrets?: string;
  operatorFiles?: string;
  singleSignOnFile?: string;
  moveKeyFile?: string;
  key?: string;
  keyFile?: string;
  name?: string;
  senderDomain: string;
  empty?: boolean;
  demo?: boolean;
  metricsToken?: string;
  metricsTokenFile?: string;
  tlsCert?: string;
  tlsKey?: string;
  acmeDomain?: string[];
  acmeDirectory?: string;
  acmeEmail?: string;
  acmeAgreeToTerms?: boolean;
}

/** Options for the location of the data; every command has them. */
export const dataOptions = () => [
  new Option('--data <dir>', 'data directory').env('MAILWRIGHT_DATA').default('mailwright-data'),
  new Option(
    '--database <url>',
    'PostgreSQL server instead of the embedded database, postgres://…; several hosts separated by commas',
  ).env('DATABASE_URL'),
  new Option(
    '--no-prepared-statements',
    'for a PostgreSQL server behind a pooler in transaction mode that does not support prepared statements',
  ).env('MAILWRIGHT_NO_PREPARED_STATEMENTS'),
  new Option(
    '--secrets-key-file <file>',
    'file with the keys of the secrets in the database (or MAILWRIGHT_SECRETS_KEY); the embedded database has secrets.key in its directory',
  ).env('MAILWRIGHT_SECRETS_KEY_FILE'),
];

/** For options that can be repeated. */
export const collect = (text: string, before: string[]) => [...before, text];

/** For commands that carry an account, and for services that do it by the administration interface. */
export const moveKeyOption = () =>
  new Option(
    '--move-key-file <file>',
    'file with the key that signs files of accounts, of 32 characters at least; both installations must have the same',
  ).env('MAILWRIGHT_MOVE_KEY_FILE');

/** For commands that work on one account. */
export const accountOption = () =>
  new Option('--account <id>', 'id of the account; required if there are several')
    .env('MAILWRIGHT_ACCOUNT')
    .argParser(integer);

/** For processes that send mails. */
export const sendingOptions = () => [
  ...dataOptions(),
  new Option(
    '--smtp <url>',
    'SMTP server for outgoing mail, smtp://user:password@host:port; without it, mails stay in the local outbox',
  )
    .env('MAILWRIGHT_SMTP')
    .argParser(smtpUrl),
  new Option(
    '--smtp-password-file <file>',
    'file with the SMTP password, instead of a password in --smtp (or MAILWRIGHT_SMTP_PASSWORD)',
  ).env('MAILWRIGHT_SMTP_PASSWORD_FILE'),
  new Option(
    '--smtp-token-file <file>',
    'file with an OAuth access token for --smtp, or with what it takes to get one, in place of a password',
  ).env('MAILWRIGHT_SMTP_TOKEN_FILE'),
  new Option('--smtp-insecure', 'send the SMTP password even if the server offers no encryption').env(
    'MAILWRIGHT_SMTP_INSECURE',
  ),
  new Option('--bounce-domain <domain>', 'domain of the return paths, which are different for each mail').env(
    'MAILWRIGHT_BOUNCE_DOMAIN',
  ),
  new Option('--dkim-keys <dir>', 'directory of the DKIM keys created with `mailwright dkim`').env(
    'MAILWRIGHT_DKIM_KEYS',
  ),
  new Option(
    '--public-url <url>',
    'host of links in mails, such as https://news.example.com, if it is not this machine',
  )
    .env('MAILWRIGHT_PUBLIC_URL')
    .argParser(publicOrigin),
  new Option(
    '--allow-private-addresses',
    'allow images, links and feeds in mailings to be fetched from private networks',
  ).env('MAILWRIGHT_ALLOW_PRIVATE_ADDRESSES'),
  new Option('--without-checks <list>', 'quality checks to disable, such as link,image')
    .env('MAILWRIGHT_WITHOUT_CHECKS')
    .argParser((text) => text.split(',').map((name) => name.trim())),
  new Option('--spamd <host:port>', 'SpamAssassin daemon for the spam check')
    .env('MAILWRIGHT_SPAMD')
    .argParser(hostAndPort),
  new Option('--chromium <path>', 'Chromium for the display check, such as /usr/bin/chromium')
    .env('MAILWRIGHT_CHROMIUM')
    .argParser(program),
  new Option(
    '--keep-events <days>',
    'number of days to keep opens, clicks, deliveries and bounces, at least 60; the default is forever',
  )
    .env('MAILWRIGHT_KEEP_EVENTS')
    .argParser(days),
  new Option('--log <format>', 'log format: lines of text, or one JSON object per line')
    .env('MAILWRIGHT_LOG')
    .choices(['text', 'json'])
    .default('text'),
];

export const serveOptions = () => [
  ...sendingOptions(),
  new Option('--no-worker', 'only answer requests; run `mailwright work` in another process to send mails').env(
    'MAILWRIGHT_NO_WORKER',
  ),
  new Option(
    '--relay-secrets <dir>',
    'directory of the passwords of relays that operators can name over the network',
  ).env('MAILWRIGHT_RELAY_SECRETS'),
  new Option(
    '--operator-files <dir>',
    'directory of the backups and files of accounts that operators can name over the network',
  ).env('MAILWRIGHT_OPERATOR_FILES'),
  new Option('--bounce-port <n>', 'SMTP port on which bounces are received')
    .env('MAILWRIGHT_BOUNCE_PORT')
    .argParser(port),
  new Option(
    '--bounce-events <file>',
    'JSON file with the keys or passwords of providers that post their events to /bounce-events/PROVIDER, such as {"mailgun":"…"}',
  ).env('MAILWRIGHT_BOUNCE_EVENTS'),
  new Option(
    '--bounce-mailbox <url>',
    'mailbox from which bounces are collected by IMAP, imaps://user@host/INBOX; other mails stay in it',
  )
    .env('MAILWRIGHT_BOUNCE_MAILBOX')
    .argParser(imapUrl),
  new Option(
    '--bounce-mailbox-password-file <file>',
    'file with the password of the mailbox (or MAILWRIGHT_BOUNCE_MAILBOX_PASSWORD)',
  ).env('MAILWRIGHT_BOUNCE_MAILBOX_PASSWORD_FILE'),
  new Option(
    '--bounce-mailbox-token-file <file>',
    'file with an OAuth access token for the mailbox, or with what it takes to get one, in place of a password',
  ).env('MAILWRIGHT_BOUNCE_MAILBOX_TOKEN_FILE'),
  new Option(
    '--submission-port <n>',
    'SMTP port on which programs submit mails with an API key after STARTTLS, such as 587',
  )
    .env('MAILWRIGHT_SUBMISSION_PORT')
    .argParser(port),
  new Option('--submissions-port <n>', 'the same with TLS from the first byte on, such as 465')
    .env('MAILWRIGHT_SUBMISSIONS_PORT')
    .argParser(port),
  new Option(
    '--trust-proxy <hops or networks>',
    'trusted proxies (X-Forwarded-For): their number, or their addresses and networks; without this option the header is ignored',
  )
    .env('MAILWRIGHT_TRUST_PROXY')
    .argParser(trust),
  new Option(
    '--single-sign-on-file <file>',
    'JSON file with the OpenID Connect provider at which people may sign in: issuer, clientId, clientSecret, name',
  ).env('MAILWRIGHT_SINGLE_SIGN_ON_FILE'),
  moveKeyOption(),
  new Option('--host <address>', 'address to listen on').env('MAILWRIGHT_HOST').default('127.0.0.1'),
  new Option('--port <n>', 'HTTPS port').env('MAILWRIGHT_PORT').default(8443).argParser(port),
  new Option('--http-port <n>', 'plain HTTP port, which answers every request with 403')
    .env('MAILWRIGHT_HTTP_PORT')
    .default(8080)
    .argParser(port),
  new Option('--key <key>', 'API key of the first account, instead of a generated one')
    .env('MAILWRIGHT_KEY')
    .argParser(key),
  new Option('--key-file <file>', 'file that contains the API key of the first account').env('MAILWRIGHT_KEY_FILE'),
  new Option('--name <name>', 'name of the first account').env('MAILWRIGHT_NAME'),
  new Option('--sender-domain <domain>', 'sender domain of the first account')
    .env('MAILWRIGHT_SENDER_DOMAIN')
    .default('news.example.com'),
  new Option('--empty', 'create the first account without sample data').env('MAILWRIGHT_EMPTY'),
  new Option(
    '--demo',
    'run an invented account with a year of life, in which everybody may try everything: no mail leaves it, and it is reset each hour',
  ).env('MAILWRIGHT_DEMO'),
  new Option('--metrics-token <token>', 'Bearer token for reading /metrics; without it, /metrics is not available')
    .env('MAILWRIGHT_METRICS_TOKEN')
    .argParser(secretToken),
  new Option('--metrics-token-file <file>', 'file that contains the token for /metrics').env(
    'MAILWRIGHT_METRICS_TOKEN_FILE',
  ),
  new Option('--tls-cert <file>', 'certificate in PEM format, instead of a generated self-signed one').env(
    'MAILWRIGHT_TLS_CERT',
  ),
  new Option('--tls-key <file>', 'private key of the certificate in PEM format').env('MAILWRIGHT_TLS_KEY'),
  acmeDomainOption(),
  new Option(
    '--acme-directory <url>',
    'directory of the certificate authority, such as https://acme-v02.api.letsencrypt.org/directory',
  )
    .env('MAILWRIGHT_ACME_DIRECTORY')
    .argParser(acmeDirectory),
  new Option('--acme-email <address>', 'address at which the authority can reach you').env('MAILWRIGHT_ACME_EMAIL'),
  new Option('--acme-agree-to-terms', 'agree to the terms of the certificate authority').env(
    'MAILWRIGHT_ACME_AGREE_TO_TERMS',
  ),
];

/** For services, and for commands that look at their certificate. */
export const acmeDomainOption = () =>
  new Option(
    '--acme-domain <names>',
    'names of a certificate that is ordered by ACME and renewed, such as news.example.com; several separated by commas',
  )
    .env('MAILWRIGHT_ACME_DOMAIN')
    .argParser(acmeNames);

function acmeNames(text: string): string[] {
  try {
    return readNames(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function acmeDirectory(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLoopback = url !== undefined && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback))
    throw new InvalidArgumentError('It must start with https://.');
  return text;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65535) throw new InvalidArgumentError('It must be a port number from 0 to 65535.');
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
    throw new InvalidArgumentError('It must be a number of hops from 1 to 9, or networks such as 10.0.0.0/8,fd00::/8.');
  }
  return trusts;
}

function smtpUrl(text: string): string {
  if (!/^smtps?:\/\/\S+$/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be a URL such as smtp://host:587 or smtps://host.');
  return text;
}

function imapUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === '' || url.username === '')
    throw new InvalidArgumentError('It must be a URL such as imaps://user@host or imap://user@host:143/Folder.');
  if (url.password !== '')
    throw new InvalidArgumentError('Give the password with --bounce-mailbox-password-file instead.');
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
    throw new InvalidArgumentError('It must be the path of an executable program.');
  }
  return path;
}

/** Pages, the console and cookies are at the root of a host, so the public URL has no path. */
export function publicOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:') throw new InvalidArgumentError('It must start with https://.');
  const { origin } = url;
  if (url.href !== `${origin}/`)
    throw new InvalidArgumentError(
      `It must be a host and a port only, such as ${origin}: the service does not work below a path. Give it a host name of its own.`,
    );
  return origin;
}

function secretToken(text: string): string {
  const fault = tokenFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(`${fault}.`);
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

/** Reads numbers from 1 to `most`. */
export const numberUpTo = (most: number) => (text: string) => {
  const number = integer(text);
  if (number < 1 || number > most) throw new InvalidArgumentError(`It must be a number from 1 to ${most}.`);
  return number;
};
