import { address } from './address.ts';
import { send } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Connection } from './connection.ts';
import { PagingError } from './errors/unanswered.ts';
import { linkTo } from './link-header.ts';
import type { Input, Operation } from './operation.ts';
import type { Page } from './page.ts';
import { type AnyResult, dataOf } from './result.ts';

/** All items of a list, fetched page by page when needed. Throws the `CallError` of a page that fails. */
export interface Items<Item> extends AsyncIterable<Item> {
  pages(): AsyncIterable<Page<Item>>;
  /** The items in one array, at most `limit` of them. */
  toArray(options?: { limit?: number }): Promise<Item[]>;
}

export function itemsOf<Item>(
  connection: Connection,
  operation: Operation,
  input: object,
  options?: CallOptions,
): Items<Item> {
  async function* pages(): AsyncGenerator<Page<Item>> {
    const read = new Set<string>();
    for (let url: URL | undefined, more = true; more; more = url !== undefined) {
      const result = await send(connection, operation, input as Input, options, { url });
      yield dataOf(result) as Page<Item>;
      const here = url ?? new URL(address(connection, operation, input as Input));
      read.add(here.href);
      url = nextPage(operation, result, here);
      if (url && read.has(url.href)) throw new PagingError(operation.id, `Link to the next page leads back to ${url}`);
    }
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* page.items;
  }
  async function toArray({ limit = Number.POSITIVE_INFINITY } = {}): Promise<Item[]> {
    const collected: Item[] = [];
    if (limit > 0) {
      for await (const item of items()) if (collected.push(item) >= limit) break;
    }
    return collected;
  }
  return { pages, toArray, [Symbol.asyncIterator]: items };
}

/** URL of the next page. It must have the same origin, because the key is sent there. */
function nextPage({ id }: Operation, { headers }: AnyResult, here: URL): URL | undefined {
  const target = linkTo('next', headers.get('link') ?? '');
  if (target === undefined) return undefined;
  if (!URL.canParse(target, here.href)) throw new PagingError(id, `Link to the next page is no address: ${target}`);
  const url = new URL(target, here);
  if (url.origin === here.origin) return url;
  throw new PagingError(id, `Link to the next page leaves ${here.origin}: ${url}`);
}
