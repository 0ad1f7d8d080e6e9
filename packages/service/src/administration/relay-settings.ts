import { isAbsolute } from 'node:path';
import type { relaying } from '../sending/index.ts';
import { toAsciiDomain } from './limits.ts';

/** Settings of a relay as operators give them; absent ones stay as they are. */
export interface RelaySettings {
  address?: string | undefined;
  passwordFile?: string | undefined;
  passwordEnv?: string | undefined;
  /** File of access tokens in place of a password. */
  tokenFile?: string | undefined;
  tls?: 'required' | 'optional' | undefined;
  /** Whether mails are signed: with the keys of their senders' domains, or with the one that `dkimKey` names. */
  dkim?: boolean | undefined;
  dkimKey?: string | undefined;
  order?: number | undefined;
  weight?: number | undefined;
  connections?: number | undefined;
  accounts?: number[] | undefined;
  mailings?: number[] | undefined;
  domains?: string[] | undefined;
  /** Takes mails of all accounts and mailings to all domains. */
  forAll?: boolean | undefined;
  perMinute?: number | undefined;
  perDay?: number | undefined;
  noLimits?: boolean | undefined;
  /** Mails on each day of a warm-up, which begins with the first of them; empty to end it. */
  warmUp?: number[] | undefined;
}

type Columns = Pick<
  relaying.RelayRow,
  | 'address'
  | 'password_source'
  | 'require_tls'
  | 'dkim'
  | 'dkim_key'
  | 'rank'
  | 'weight'
  | 'connections'
  | 'account_ids'
  | 'mailing_ids'
  | 'domains'
  | 'per_minute'
  | 'per_day'
  | 'warm_up'
  | 'warm_up_day'
  | 'slowed_share'
>;

/** A relay that nothing is known about: it stands in for the one of `--smtp`. */
const fresh: Columns = {
  address: null,
  password_source: null,
  require_tls: false,
  dkim: true,
  dkim_key: null,
  rank: 200,
  weight: 1,
  connections: null,
  account_ids: [],
  mailing_ids: [],
  domains: [],
  per_minute: null,
  per_day: null,
  warm_up: null,
  warm_up_day: 1,
  slowed_share: null,
};

/**
 * Returns the columns of a new relay, or of one whose settings change.
 * @throws Error if the settings cannot be used
 */
export function relayColumns(settings: RelaySettings, former?: relaying.RelayRow): Columns {
  const before = former ?? fresh;
  const { tls, forAll, noLimits } = settings;
  const address = settings.address === undefined ? before.address : checkAddress(settings.address);
  const user = address === null ? '' : new URL(address).username;
  const source = user === '' ? undefined : (sourceOf(settings) ?? before.password_source);
  if (user !== '' && source == null)
    throw new Error(
      'the address has a user name; give the password with --password-file or --password-env, or access tokens with --token-file',
    );
  if (user === '' && sourceOf(settings) !== undefined)
    throw new Error('a password needs a user name in the address: smtp://user@host:587');
  // As with `--smtp`: a password goes over an encrypted connection only, unless somebody says otherwise.
  const requiresTls = former === undefined ? user !== '' : before.require_tls;
  return {
    address,
    password_source: source ?? null,
    require_tls: tls === undefined ? requiresTls : tls === 'required',
    ...signatureColumns(settings, before),
    rank: settings.order ?? before.rank,
    weight: settings.weight ?? before.weight,
    connections: settings.connections ?? before.connections,
    account_ids: settings.accounts ?? (forAll ? [] : before.account_ids),
    mailing_ids: settings.mailings ?? (forAll ? [] : before.mailing_ids),
    domains: settings.domains?.map(toAsciiDomain) ?? (forAll ? [] : before.domains),
    per_minute: settings.perMinute ?? (noLimits ? null : before.per_minute),
    per_day: settings.perDay ?? (noLimits ? null : before.per_day),
    ...warmUpColumns(settings.warmUp, before),
  };
}

/**
 * Reports whether a change of a relay would send its stored secret to another server, as another user, or without encryption,
 * although its source is not given again.
 */
export function sendsSecretElsewhere(
  settings: RelaySettings,
  { address, password_source, require_tls }: Pick<Columns, 'address' | 'password_source' | 'require_tls'>,
): boolean {
  if (password_source === null || sourceOf(settings) !== undefined) return false;
  const isOther = settings.address !== undefined && serverOf(settings.address) !== serverOf(address!);
  return isOther || (settings.tls === 'optional' && require_tls);
}

/** Returns what a secret is for: protocol, user, host and port of an address. */
function serverOf(address: string): string {
  const { protocol, username, host } = new URL(address);
  return `${protocol}//${username}@${host}`;
}

function signatureColumns({ dkim, dkimKey }: RelaySettings, before: Columns): Pick<Columns, 'dkim' | 'dkim_key'> {
  if (dkim === false && dkimKey !== undefined) throw new Error('a relay that does not sign mails has no DKIM key');
  if (dkimKey !== undefined) return { dkim: true, dkim_key: dkimKey };
  return dkim === undefined ? { dkim: before.dkim, dkim_key: before.dkim_key } : { dkim, dkim_key: null };
}

function warmUpColumns(
  plan: number[] | undefined,
  { warm_up, warm_up_day, slowed_share }: Columns,
): Pick<Columns, 'warm_up' | 'warm_up_day' | 'slowed_share'> {
  if (plan === undefined) return { warm_up, warm_up_day, slowed_share };
  return { warm_up: plan.length === 0 ? null : plan, warm_up_day: 1, slowed_share: null };
}

function checkAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(`"${address}" is not an address such as smtp://user@host:587 or smtps://user@host`);
  if (url.password !== '')
    throw new Error('the address must not contain a password; give it with --password-file or --password-env');
  return address;
}

function sourceOf({ passwordFile, passwordEnv, tokenFile }: RelaySettings): string | undefined {
  if ([passwordFile, passwordEnv, tokenFile].filter((source) => source !== undefined).length > 1)
    throw new Error('give only one of --password-file, --password-env and --token-file');
  if (passwordFile !== undefined) return `file:${absolute('--password-file', passwordFile)}`;
  if (tokenFile !== undefined) return `oauth:${absolute('--token-file', tokenFile)}`;
  if (passwordEnv === undefined) return undefined;
  if (!/^MAILWRIGHT_RELAY_\w+$/.test(passwordEnv))
    throw new Error(`--password-env: "${passwordEnv}" must be a variable whose name begins with MAILWRIGHT_RELAY_`);
  return `env:${passwordEnv}`;
}

function absolute(option: string, path: string): string {
  if (isAbsolute(path)) return path;
  throw new Error(`${option}: "${path}" must be an absolute path, because each process that sends reads it`);
}
