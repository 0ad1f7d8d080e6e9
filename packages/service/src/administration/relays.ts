import { listAccounts } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { sendSignal } from '../platform/database/signals.ts';
import { type DkimSetup, keyName, relaying, wakePostponed } from '../sending/index.ts';
import { type ActionContext, type Actions, reads, writesAccounts } from './action.ts';
import { namedFile } from './named-directory.ts';
import { refused, unfit, unknown } from './refusal.ts';
import { type RelaySettings, relayColumns, sendsSecretElsewhere } from './relay-settings.ts';

const {
  defaultRelay,
  deleteRelay,
  findRelay,
  insertRelay,
  listPaces,
  listRelays,
  missingMailings,
  probeRelay,
  rateOf,
  toPace,
  updateRelay,
  warmUpLimit,
  warmUpOf,
} = relaying;

/** A relay as lists show it; times in ISO 8601. */
export interface RelayListing {
  name: string;
  /** Null for the one of `--smtp`. */
  address: string | null;
  /** Source of the password. */
  password: string | null;
  tls: 'required' | 'optional';
  dkim: boolean;
  /** Name of the key that signs all mails; null for those of the senders' domains. */
  dkimKey: string | null;
  order: number;
  weight: number;
  /** Null for those of the address. */
  connections: number | null;
  /** Accounts whose mails the relay takes; empty for all accounts. */
  accounts: number[];
  mailings: number[];
  domains: string[];
  perMinute: number | null;
  perDay: number | null;
  /** The warm-up: mails on this day of it, and the share of the mails of the day before because of which it did not go on. */
  warmUp: { day: number; days: number; perDay: number; sent: number; slowedShare: number | null } | null;
  /** Mails that it has taken, and attempts for which it was not available. */
  mails: number;
  failures: number;
  /** Since when it is left, and until when; null if it takes mails. */
  down: { since: string; until: string; reason: string } | null;
}

/** A receiver that has asked for fewer mails over a relay. */
export interface ReceiverListing {
  relay: string;
  /** A provider, or a domain. */
  receiver: string;
  /** Mails that go there now. */
  perMinute: number;
  /** When it asked last, in ISO 8601, and its words. */
  askedAt: string;
  reason: string;
}

type Named = RelaySettings & { name: string };

export const relayActions = {
  addRelay: writesAccounts('all accounts', async (context, { name, ...given }: Named): Promise<number> => {
    const { db, tools } = context;
    const settings = withNamedSecrets(context, given);
    if (!/^[a-z\d][a-z\d._-]{0,62}$/i.test(name))
      throw new Error(`"${name}" is not a name: letters, digits, dots, hyphens and underscores, 63 at most`);
    if (settings.address === undefined) throw new Error('give the address of the relay');
    await checkRules(db, settings);
    checkKey(tools.dkim, settings);
    const id = await insertRelay(db, { name, ...relayColumns(settings) });
    if (id === undefined) throw unfit(`there is already a relay "${name}"; change it with "mailwright relays set"`);
    await applyNow(db);
    return id;
  }),

  setRelay: writesAccounts('all accounts', async (context, { name, ...given }: Named): Promise<number> => {
    const { db, tools } = context;
    const settings = withNamedSecrets(context, given);
    const relay = await getRelay(db, name);
    if (name === defaultRelay) checkDefault(settings);
    await checkRules(db, settings);
    checkKey(tools.dkim, settings);
    if (context.operator && sendsSecretElsewhere(settings, relay))
      throw refused(
        `the password of the relay "${name}" would be sent to another address, or without encryption: give its source again (passwordFile, passwordEnv or tokenFile)`,
      );
    await updateRelay(db, relay, relayColumns(settings, relay));
    await applyNow(db);
    return relay.id;
  }),

  removeRelay: writesAccounts('all accounts', async ({ db }, { name }: { name: string }): Promise<number> => {
    const { id } = await getRelay(db, name);
    if (name === defaultRelay) throw unfit('the relay "default" is the one of --smtp; start the service without it');
    await deleteRelay(db, id);
    await applyNow(db);
    return id;
  }),

  listRelays: reads(async ({ db }, _: object): Promise<RelayListing[]> => (await listRelays(db)).map(toListing)),

  listReceivers: reads(async ({ db }, _: object): Promise<ReceiverListing[]> => {
    const names = new Map((await listRelays(db)).map(({ id, name }) => [id, name]));
    return (await listPaces(db)).map((row) => ({
      relay: names.get(row.relay_id) ?? '',
      receiver: row.receiver,
      perMinute: Math.max(1, Math.round(rateOf(toPace(row), new Date()))),
      askedAt: row.asked_at.toISOString(),
      reason: row.reason,
    }));
  }),

  testRelay: reads(
    async ({ db }, { name }: { name: string }): Promise<relaying.RelayOffer> => probeRelay(await getRelay(db, name)),
  ),
} satisfies Actions;

/** Returns settings whose files, if they were named over the network, are in one directory. @throws RefusalError 403 */
function withNamedSecrets(context: ActionContext, settings: RelaySettings): RelaySettings {
  if (context.operator === undefined) return settings;
  const { passwordFile, tokenFile } = settings;
  return {
    ...settings,
    ...(passwordFile !== undefined && { passwordFile: namedFile(context, 'relaySecrets', passwordFile) }),
    ...(tokenFile !== undefined && { tokenFile: namedFile(context, 'relaySecrets', tokenFile) }),
  };
}

async function getRelay(db: Db, name: string): Promise<relaying.RelayRow> {
  const relay = await findRelay(db, name);
  if (relay) return relay;
  const names = (await listRelays(db)).map((each) => each.name);
  throw unknown(`there is no relay "${name}"; there are ${names.join(', ')}`);
}

/** Settings of the relay of `--smtp` that are stored; the others each process has from its options. */
const ofDefault = new Set<string>([
  'order',
  'weight',
  'perMinute',
  'perDay',
  'noLimits',
  'warmUp',
] satisfies (keyof RelaySettings)[]);

function checkDefault(settings: RelaySettings): void {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  if (given.every(([name]) => ofDefault.has(name))) return;
  throw new Error(
    'of the relay "default", only the order, the weight, the limits and the warm-up can be set; the rest comes from --smtp',
  );
}

async function checkRules(db: Db, { accounts = [], mailings = [] }: RelaySettings): Promise<void> {
  const known = new Set((await listAccounts(db)).map(({ id }) => id));
  const account = accounts.find((id) => !known.has(id));
  if (account !== undefined) throw new Error(`there is no account ${account}`);
  const [mailing] = await missingMailings(db, mailings);
  if (mailing !== undefined) throw new Error(`there is no mailing ${mailing}`);
}

function checkKey(dkim: DkimSetup | undefined, { dkimKey }: RelaySettings): void {
  if (dkimKey === undefined) return;
  const names = dkim?.keys().map(keyName) ?? [];
  if (names.includes(dkimKey)) return;
  const known = names.length > 0 ? `there are ${names.join(', ')}` : 'the directory of --dkim-keys has none';
  throw new Error(`there is no DKIM key "${dkimKey}"; ${dkim ? known : 'start the service with --dkim-keys'}`);
}

/** Has mails looked at again that a limit has put off, and wakes the processes that send. */
async function applyNow(db: Db): Promise<void> {
  for (const { id } of await listAccounts(db)) await wakePostponed(db, id);
  await sendSignal(db, 'work');
}

function toListing(row: relaying.RelayRow): RelayListing {
  const { down_since, down_until, down_reason } = row;
  const isDown = down_since !== null && down_until !== null && down_reason !== null;
  return {
    name: row.name,
    address: row.address,
    password: row.password_source,
    tls: row.require_tls ? 'required' : 'optional',
    dkim: row.dkim,
    dkimKey: row.dkim_key,
    order: row.rank,
    weight: row.weight,
    connections: row.connections,
    accounts: row.account_ids,
    mailings: row.mailing_ids,
    domains: row.domains,
    perMinute: row.per_minute,
    perDay: row.per_day,
    warmUp: toWarmUp(row),
    mails: row.mails,
    failures: row.failures,
    down: isDown ? { since: down_since.toISOString(), until: down_until.toISOString(), reason: down_reason } : null,
  };
}

/** The warm-up as lists show it; null if there is none, or it is over. */
function toWarmUp(row: relaying.RelayRow): RelayListing['warmUp'] {
  const warmUp = warmUpOf(row);
  const perDay = warmUp && warmUpLimit(warmUp);
  if (perDay == null) return null;
  const { day, plan, slowedShare } = warmUp!;
  const today = new Date().toISOString().slice(0, 10);
  return { day, days: plan.length, perDay, sent: row.day === today ? row.sent_on_day : 0, slowedShare };
}
