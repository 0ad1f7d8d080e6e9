import { type CallOptions, send } from './call.ts';
import type { Connection } from './connection.ts';
import { PagingError } from './errors/unanswered.ts';
import { linkTo } from './link-header.ts';
import type { Input, Operation } from './operation.ts';
import type { Page } from './page.ts';
import { type AnyResult, dataOf } from './result.ts';

/** All items of a list, fetched page by page as they are asked for. Throws the `CallError` of a page that fails. */
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
      const result = await send(connection, operation, input as Input, options, url);
      yield dataOf(result) as Page<Item>;
      url = nextPage(connection, operation, result, read);
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

/** Where the next page is. The key goes there too, so it must be the same origin; each page is read once. */
function nextPage({ baseUrl }: Connection, { id }: Operation, result: AnyResult, read: Set<string>): URL | undefined {
  const target = linkTo('next', result.headers.get('link') ?? '');
  if (target === undefined) return undefined;
  const here = result.response?.url || baseUrl.href;
  if (!URL.canParse(target, here)) throw new PagingError(id, `Link to the next page is no address: ${target}`);
  const url = new URL(target, here);
  if (url.origin !== baseUrl.origin)
    throw new PagingError(id, `Link to the next page leaves ${baseUrl.origin}: ${url}`);
  if (read.has(url.href)) throw new PagingError(id, `Link to the next page leads back to ${url}`);
  read.add(url.href);
  return url;
}
