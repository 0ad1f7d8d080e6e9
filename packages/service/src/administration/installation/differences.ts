import { isDeepStrictEqual } from 'node:util';
import type { BounceLimits } from '../../account/index.ts';
import type { AccountListing } from '../accounts.ts';
import type { Administration } from '../actions.ts';
import { type LimitListing, toAsciiDomain } from '../limits.ts';
import type { QuotaListing } from '../quotas.ts';
import type { RelayListing } from '../relays.ts';
import type { AccountFile, DkimKeyFile, InstallationFile, RelayFile } from './schema.ts';

/** An account as it is. */
export interface AccountState extends AccountListing {
  quotas: QuotaListing[];
  bounceLimits: BounceLimits;
  limits: LimitListing[];
  profileFields: string[];
  sites: { id: number; name: string; domain: string; goals: { id: number; name: string }[] }[];
}

export interface InstallationState {
  /** Accounts that are open; those of the file with all settings. */
  accounts: (AccountListing & Partial<AccountState>)[];
  relays: RelayListing[];
  /** DKIM keys by the names of their DNS records; absent if the file has none. */
  dkimKeys?: readonly DkimKeyState[];
}

export interface DkimKeyState {
  name: string;
  type: NonNullable<DkimKeyFile['type']>;
}

/** A change that brings an installation closer to its file. */
export interface Change {
  text: string;
  action: keyof Administration;
  argument: Record<string, unknown>;
  /** Whether another change must be made first, such as the creation of the account. */
  waits: boolean;
}

export interface Differences {
  changes: Change[];
  /** What is there and the file does not mention; it stays. */
  unmentioned: string[];
}

/**
 * Compares a file with an installation.
 * @throws Error if the file wants what cannot be changed
 */
export function findDifferences(file: InstallationFile, state: InstallationState): Differences {
  const accounts = file.accounts ?? [];
  const relays = file.relays ?? [];
  const keys = distinctKeys(file.dkimKeys ?? []);
  const isNamed = (all: readonly { name: string }[]) => (each: { name: string }) =>
    all.some(({ name }) => name === each.name);
  return {
    changes: [
      ...accounts.flatMap((wanted) => accountChanges(wanted, findAccount(wanted.name, state))),
      ...relays.flatMap((wanted) => relayChanges(wanted, state)),
      ...keys.flatMap((wanted) => keyChanges(wanted, state)),
    ],
    unmentioned: [
      ...(file.accounts ? state.accounts.filter((each) => !isNamed(accounts)(each)) : []).map(
        ({ name }) => `account "${name}"`,
      ),
      ...(file.relays ? state.relays.filter((each) => !isNamed(relays)(each) && each.address !== null) : []).map(
        ({ name }) => `relay "${name}"`,
      ),
      ...(file.dkimKeys ? (state.dkimKeys ?? []) : [])
        .filter((each) => !isNamed(keys)(each))
        .map(({ name }) => `DKIM key ${name}`),
    ],
  };
}

function findAccount(name: string, { accounts }: InstallationState): InstallationState['accounts'][number] | undefined {
  const found = accounts.filter((account) => account.name === name);
  if (found.length > 1)
    throw new Error(`there are ${found.length} accounts "${name}"; rename one with "mailwright account --name"`);
  return found[0];
}

function accountChanges(wanted: AccountFile, state: Partial<AccountState> | undefined): Change[] {
  const { name, domain, timeZone } = wanted;
  if (state?.domain !== undefined && state.domain !== domain)
    throw new Error(`account "${name}" has the domain ${state.domain}, which cannot be changed to ${domain}`);
  const account = state?.id;
  const made: Change[] = [];
  const add = (what: string, action: Change['action'], argument: object, waits = account === undefined) =>
    void made.push({ text: `account "${name}": ${what}`, action, argument: { account, ...argument }, waits });

  if (state === undefined) {
    const argument = { name, domain, timeZone: timeZone ?? 'UTC' };
    made.push({
      text: `account "${name}": create it with ${domain}`,
      action: 'createKeylessAccount',
      argument,
      waits: false,
    });
  } else if (timeZone !== undefined && timeZone !== state.timeZone)
    add(`time zone ${state.timeZone} → ${timeZone}`, 'setTimeZone', { timeZone });
  const { demandsApproval = state?.demandsApproval ?? false, quotas = {}, bounceLimits = {} } = wanted;
  if (demandsApproval !== (state?.demandsApproval ?? false))
    add(`approval ${demandsApproval ? 'is' : 'is not'} demanded`, 'demandApproval', { demanded: demandsApproval });
  const { signOffAbove = state?.signOffAbove ?? null } = wanted;
  if (signOffAbove !== (state?.signOffAbove ?? null))
    add(`two users for sendouts above ${signOffAbove ?? 'no number'}`, 'setSignOffLimit', { above: signOffAbove });
  const { demandsSecondFactor = state?.demandsSecondFactor ?? false } = wanted;
  if (demandsSecondFactor !== (state?.demandsSecondFactor ?? false))
    add(`a second factor ${demandsSecondFactor ? 'is' : 'is not'} demanded`, 'demandSecondFactor', {
      demanded: demandsSecondFactor,
    });
  for (const [quota, value] of Object.entries(quotas)) {
    const before = state?.quotas?.find((each) => each.name === quota)?.value;
    if (before !== value) add(`quota ${quota} ${from(before)}${value}`, 'setQuota', { name: quota, value });
  }
  const bounces = Object.entries(bounceLimits).filter(
    ([limit, days]) => state?.bounceLimits?.[limit as keyof BounceLimits] !== days,
  );
  if (bounces.length > 0) {
    const words = bounces.map(([limit, days]) => `${limit} ${days ?? 'off'}`).join(', ');
    add(`bounce limits ${words}`, 'setBounceLimits', Object.fromEntries(bounces));
  }
  if (wanted.limits) limitChanges(wanted.limits, state?.limits ?? [], add);
  const { profileFields } = wanted;
  if (profileFields && !isDeepStrictEqual(lowered(profileFields), lowered(state?.profileFields ?? [])))
    add(`profile fields ${profileFields.join(', ') || 'none'}`, 'setProfileFields', { names: profileFields });
  for (const site of wanted.sites ?? []) siteChanges(site, state?.sites ?? [], add);
  return made;
}

type Add = (what: string, action: Change['action'], argument: object, waits?: boolean) => void;

function limitChanges(wanted: NonNullable<AccountFile['limits']>, present: LimitListing[], add: Add): void {
  const nameOf = (domain: string | null) => domain ?? 'all mails';
  const limits = wanted.map(({ domain, perMinute, perDay }) => ({
    domain: domain === undefined ? null : toAsciiDomain(domain),
    perMinute: perMinute ?? null,
    perDay: perDay ?? null,
  }));
  for (const { domain, perMinute, perDay } of limits) {
    const before = present.find((each) => each.domain === domain);
    if (before?.perMinute === perMinute && before?.perDay === perDay) continue;
    const words = [perMinute && `${perMinute} per minute`, perDay && `${perDay} per day`].filter(Boolean).join(', ');
    const argument = { domain: domain ?? undefined, perMinute: perMinute ?? undefined, perDay: perDay ?? undefined };
    add(`limit for ${nameOf(domain)}: ${words}`, 'setLimit', argument);
  }
  for (const { domain } of present)
    if (!limits.some((each) => each.domain === domain))
      add(`remove the limit for ${nameOf(domain)}`, 'removeLimit', { domain: domain ?? undefined });
}

function siteChanges(
  { name, domain, goals = [] }: NonNullable<AccountFile['sites']>[number],
  present: AccountState['sites'],
  add: Add,
): void {
  const site = present.find((each) => each.name === name);
  if (site && site.domain !== domain)
    throw new Error(`site "${name}" has the domain ${site.domain}, which cannot be changed to ${domain}`);
  if (site === undefined) add(`add the site "${name}" with ${domain}`, 'addSite', { name, domain });
  for (const goal of goals)
    if (!site?.goals.some((each) => each.name === goal))
      add(
        `add the goal "${goal}" to the site "${name}"`,
        'addGoal',
        { site: site?.id, name: goal },
        site === undefined,
      );
}

function relayChanges(
  { passwordFile, passwordEnv, accounts, ...wanted }: RelayFile,
  state: InstallationState,
): Change[] {
  const { name } = wanted;
  const relay = state.relays.find((each) => each.name === name);
  const known = accounts?.map((account) => findAccount(account, state)?.id);
  const target = {
    ...wanted,
    ...(wanted.domains && { domains: wanted.domains.map(toAsciiDomain) }),
    ...(known && { accounts: known }),
    ...(passwordFile !== undefined && { password: `file:${passwordFile}` }),
    ...(passwordEnv !== undefined && { password: `env:${passwordEnv}` }),
  };
  const different = Object.entries(target).filter(
    ([key, value]) => !isDeepStrictEqual(relay?.[key as keyof RelayListing], value),
  );
  if (different.length === 0) return [];
  const names = different.map(([key]) => key).filter((key) => key !== 'name');
  const { password: _, ...changed } = Object.fromEntries(different) as Partial<typeof target>;
  const waits = known?.includes(undefined) ?? false;
  const source = { passwordFile, passwordEnv };
  const text = `relay "${name}": ${relay ? `change ${names.join(', ')}` : `add it with ${wanted.address}`}`;
  const action = relay ? 'setRelay' : 'addRelay';
  return [{ text, action, argument: { ...changed, ...source, name }, waits }];
}

const keyOf = ({ domain, selector = 'mailwright', type }: DkimKeyFile) => {
  const ascii = toAsciiDomain(domain);
  return { domain: ascii, selector, type, name: `${selector}._domainkey.${ascii}` };
};
type KeyWanted = ReturnType<typeof keyOf>;

/** Names are compared as the DNS knows them, so that a domain in another spelling is the same one. */
function distinctKeys(files: readonly DkimKeyFile[]): KeyWanted[] {
  const keys = files.map(keyOf);
  const twice = keys.find(({ name }, index) => keys.findIndex((key) => key.name === name) < index);
  if (twice) throw new Error(`dkimKeys: ${twice.name} is there twice; give each key of a domain its own selector`);
  return keys;
}

function keyChanges({ name, type, ...where }: KeyWanted, { dkimKeys = [] }: InstallationState): Change[] {
  const present = dkimKeys.find((key) => key.name === name);
  if (present && type !== undefined && type !== present.type)
    throw new Error(
      `DKIM key ${name} has the type ${present.type}, which cannot be changed to ${type}; choose another selector`,
    );
  if (present) return [];
  const argument = { ...where, type: type ?? 'rsa' };
  return [
    { text: `DKIM key ${name}: create it; then set its DNS record`, action: 'createDkimKey', argument, waits: false },
  ];
}

const from = (before: unknown) => (before === undefined ? '' : `${before} → `);
const lowered = (names: readonly string[]) => names.map((name) => name.toLowerCase());
