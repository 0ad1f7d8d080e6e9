import type { Client } from '@mailwright/client';
import { kinds } from './kinds/index.ts';
import { collect, type Listed, type TellSecret } from './kinds/kind.ts';
import { filterOf, groupOf } from './kinds/segments.ts';
import { keyOf, type Properties, type Section, sections, type Thing, titleOf } from './model.ts';
import { type ReferredSection, withIds, withNames } from './references.ts';

/** An account as the API shows it, in the words of files. */
export class CampaignAccount {
  readonly #client: Client;
  readonly #listed: Map<Section, Listed[]>;
  readonly #goals: Map<string, number>;
  readonly #events: Map<string, number>;

  private constructor(
    client: Client,
    listed: Map<Section, Listed[]>,
    goals: Map<string, number>,
    events: Map<string, number>,
  ) {
    this.#client = client;
    this.#listed = listed;
    this.#goals = goals;
    this.#events = events;
  }

  /** Reads the names of everything. */
  static async open(client: Client): Promise<CampaignAccount> {
    const listed = new Map<Section, Listed[]>();
    for (const section of sections) listed.set(section, await kinds[section].list(client));
    const sites = await client.conversions.listSites().orThrow();
    const goals = sites.flatMap((site) =>
      site.goals.map((goal): [string, number] => [keyOf(`${site.name}/${goal.name}`), goal.id]),
    );
    const types = await collect(client.transactions.listTypes.all({}));
    const events = types.map(({ name, id }): [string, number] => [keyOf(name), id]);
    return new CampaignAccount(client, listed, new Map(goals), new Map(events));
  }

  list(section: Section): readonly Listed[] {
    return this.#listed.get(section)!;
  }

  /** @throws Error if the account has several things of this name */
  find(section: Section, name: string): Listed | undefined {
    const found = this.list(section).filter((each) => keyOf(each.name) === keyOf(name));
    if (found.length > 1)
      throw new Error(
        `the account has ${found.length} of ${titleOf({ section, name })}; rename or delete others first`,
      );
    return found[0];
  }

  has(section: ReferredSection, name: string): boolean {
    if (section === 'goals') return this.#goals.has(keyOf(name));
    if (section === 'events') return this.#events.has(keyOf(name));
    return this.find(section, name) !== undefined;
  }

  /** Returns properties as files have them. */
  async read(section: Section, listed: Listed, keys?: readonly string[]): Promise<Properties> {
    const read = await kinds[section].read(this.#client, listed, keys);
    if (section !== 'mailings') return withNames(read, (referred, id) => this.#nameOf(referred, Number(id)));
    const { segment, ...rest } = read;
    if (typeof segment !== 'number') return read;
    const found = this.list('segments').find((each) => groupOf(each) === segment);
    return { ...rest, segment: found?.name ?? null };
  }

  async create(thing: Thing, tellSecret: TellSecret): Promise<void> {
    const { section, name, properties } = thing;
    const id = await kinds[section].create(this.#client, thing, this.#withIds(section, properties), tellSecret);
    this.#listed.get(section)!.push({ name, id, properties: {} });
    // The target group of a segment has an id of its own.
    if (section === 'segments') this.#listed.set(section, await kinds.segments.list(this.#client));
  }

  /** @param before all that was read of the thing */
  async change(thing: Thing, listed: Listed, keys: readonly string[], before: Properties): Promise<void> {
    const { section, properties } = thing;
    const changed = Object.fromEntries(keys.map((key) => [key, properties[key]]));
    const present = this.#withIds(section, before);
    await kinds[section].change(this.#client, thing, listed, this.#withIds(section, changed), present);
    if (section === 'segments') this.#listed.set(section, await kinds.segments.list(this.#client));
  }

  #withIds(section: Section, properties: Properties): Properties {
    if (section !== 'mailings') return withIds(properties, (referred, name) => this.#idOf(referred, String(name)));
    const { segment } = properties;
    if (typeof segment !== 'string') return properties;
    const listed = this.find('segments', segment);
    if (listed === undefined || groupOf(listed) === undefined)
      throw new Error(`segment "${segment}" has rules only; a mailing cannot go to it`);
    return { ...properties, segment: groupOf(listed) };
  }

  #idOf(section: ReferredSection, name: string): number {
    const id =
      section === 'goals'
        ? this.#goals.get(keyOf(name))
        : section === 'events'
          ? this.#events.get(keyOf(name))
          : this.find(section, name)?.id;
    if (id === undefined) throw new Error(`there is no ${wordFor(section)} "${name}"`);
    return id;
  }

  /** What is not there any more is shown by its number. */
  #nameOf(section: ReferredSection, id: number): string {
    if (section === 'goals' || section === 'events') {
      const known = section === 'goals' ? this.#goals : this.#events;
      return [...known].find(([, each]) => each === id)?.[0] ?? String(id);
    }
    const all = this.list(section);
    // Several segments may stand for one filter; the first one is as good as any.
    const found = all.find((each) => (section === 'segments' ? filterOf(each) : each.id) === id);
    return found?.name ?? String(id);
  }
}

const words = { goals: 'goal (Site/Goal)', events: 'transaction type' } as const;

export function wordFor(section: ReferredSection): string {
  if (section === 'goals' || section === 'events') return words[section];
  return section.slice(0, -1);
}
