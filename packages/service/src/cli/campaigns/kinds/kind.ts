import type { Client } from '@mailwright/client';
import type { Properties, Thing } from '../model.ts';

/** Something that an account has. Properties are those of the API: with ids. */
export interface Listed {
  name: string;
  id: number;
  /** Says why it cannot be changed, such as `is done`. */
  sealed?: string | undefined;
  /** For lists of what files do not mention: nothing comes of it any more. */
  isPast?: boolean;
  /** What the list told already. */
  properties: Properties;
}

/** Reports what cannot be made known in any other way, such as the secret of a new webhook. */
export type TellSecret = (thing: Thing, secret: string) => void;

/** How the things of a section are read and written. */
export interface Kind {
  list(client: Client): Promise<Listed[]>;
  /** Returns these properties, or all if no keys are given. */
  read(client: Client, listed: Listed, keys?: readonly string[]): Promise<Properties>;
  /** Creates a thing and returns its id. */
  create(client: Client, thing: Thing, properties: Properties, tellSecret: TellSecret): Promise<number>;
  /**
   * Changes a thing.
   * @param changed the properties that differ
   * @param before all properties that were read
   */
  change(client: Client, thing: Thing, listed: Listed, changed: Properties, before: Properties): Promise<void>;
}

/** Takes away what null takes away: the API expects that optional values are absent. */
export const withoutNulls = (properties: Properties, kept: readonly string[] = []): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([key, value]) => value !== null || kept.includes(key)));

export const pick = (properties: Properties, keys: readonly string[]): Properties =>
  Object.fromEntries(keys.filter((key) => key in properties).map((key) => [key, properties[key]]));

/** All items of a paged list. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
