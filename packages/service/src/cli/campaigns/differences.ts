import { type CampaignAccount, wordFor } from './account.ts';
import { describeDifference, differingKeys, withDefaults } from './compare.ts';
import type { Listed } from './kinds/kind.ts';
import { isSameType } from './kinds/settings.ts';
import { type Campaigns, keyOf, type Properties, sections, type Thing, titleOf } from './model.ts';
import { inOrder, referencesOf } from './references.ts';

/** A thing that is to be created or changed. */
interface CampaignChange {
  thing: Thing;
  text: string;
  /** What is there; absent if the thing is to be created. */
  present?: { listed: Listed; keys: string[]; before: Properties };
}

export interface CampaignDifferences {
  /** In the order in which they can be made. */
  changes: CampaignChange[];
  /** Things that are others than in the files and must not be changed, with the reason. */
  kept: string[];
  /** Number of things that are as in the files. */
  same: number;
  /** Things of the account that no file mentions. */
  unmanaged: string[];
}

/**
 * Compares files with an account.
 * @throws Error if a reference leads nowhere, or things need each other
 */
export async function findCampaignDifferences(
  { things }: Campaigns,
  account: CampaignAccount,
): Promise<CampaignDifferences> {
  const faults = findBrokenReferences(things, (section, name) => account.has(section, name));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const found: CampaignDifferences = { changes: [], kept: [], same: 0, unmanaged: findUnmanaged(things, account) };
  const isThere = ({ section, name }: Thing) => account.find(section, name) !== undefined;
  for (const given of inOrder(bySections(things), isThere)) {
    const thing = { ...given, properties: withDefaults(given.section, given.properties) };
    const listed = account.find(thing.section, thing.name);
    if (listed === undefined) found.changes.push({ thing, text: `+ ${titleOf(thing)}: create` });
    else await compare(thing, listed, account, found);
  }
  return found;
}

async function compare(
  thing: Thing,
  listed: Listed,
  account: CampaignAccount,
  found: CampaignDifferences,
): Promise<void> {
  const { section, properties, files } = thing;
  // The sources of a mailing are two ways to write one thing, so that one cannot be read without the other.
  const whole = section === 'mailings' || section === 'templates' ? Object.keys(properties) : undefined;
  const before = await account.read(section, listed, whole);
  const keys = differingKeys(properties, before).filter(
    (key) => !(section === 'fields' && isSameType(properties[key], before[key])),
  );
  if (keys.length === 0) {
    found.same += 1;
    return;
  }
  // Addresses and parameters of webhooks may be secrets.
  const parts = keys.map((key) =>
    section === 'webhooks'
      ? key
      : describeDifference(key, properties[key], before[key], files[key as keyof Thing['files']]),
  );
  if (listed.sealed !== undefined)
    found.kept.push(`${titleOf(thing)} ${listed.sealed}, so it stays: ${parts.join(', ')}`);
  else
    found.changes.push({
      thing,
      text: `~ ${titleOf(thing)}: ${parts.join(', ')}`,
      present: { listed, keys, before },
    });
}

/** Things in the order in which most of them need each other. */
export const bySections = (things: readonly Thing[]): Thing[] =>
  things.toSorted((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section));

/** Returns what is wrong with references that lead neither to the files nor to what `isThere` knows. */
export function findBrokenReferences(things: readonly Thing[], isThere: CampaignAccount['has']): string[] {
  const described = new Set(things.map(({ section, name }) => `${section} ${keyOf(name)}`));
  return things.flatMap((thing) =>
    referencesOf(thing)
      .filter(({ section, name }) => !described.has(`${section} ${keyOf(name)}`) && !isThere(section, name))
      .map(({ section, name, path }) => `${thing.locate(path)}: there is no ${wordFor(section)} "${name}"`),
  );
}

function findUnmanaged(things: readonly Thing[], account: CampaignAccount): string[] {
  const described = new Set(things.map(({ section, name }) => `${section} ${keyOf(name)}`));
  return sections.flatMap((section) =>
    account
      .list(section)
      .filter(({ name, isPast }) => !isPast && !described.has(`${section} ${keyOf(name)}`))
      .map(({ name }) => titleOf({ section, name })),
  );
}
