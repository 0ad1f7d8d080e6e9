import type { Operation } from '@mailwright/codegen/description';
import { header, type ReceivedResponse } from '../exchange/exchange.ts';
import { parseLinks } from '../judge/paging.ts';
import type { Input } from '../preconditions/preconditions.ts';

/** One page, as it came. */
export interface Page {
  response: ReceivedResponse;
  /** Body of the answer. */
  value: unknown;
  items: readonly unknown[];
}

/** The request for the next page: parameters, or a URL; `undefined` after the last page. */
export type Next = { input: Input } | { url: string } | undefined;

/** Paging of a list. */
export interface Pager {
  how: string;
  /** @param count items on all pages so far, and `pages` how many these are */
  next(page: Page, count: number, pages: number): Next;
}

const CURSOR = /^(cursor|after|continuation|marker|starting_?after|(next_?)?page_?token|next)$/i;
const CURSOR_IN_BODY = /^(next_?cursor|next_?page_?token|next_?token|continuation(_?token)?|next|cursor|end_?cursor)$/i;
const OFFSET = /^(offset|skip|start_?index)$/i;
const INDEX = /^(page|page_?(number|index|no))$/i;

/** Returns the paging of a list, as its parameter names suggest. Links in a response take precedence. */
export function pagerOf({ parameters }: Operation): Pager {
  const named = (pattern: RegExp) => parameters.find((each) => each.in === 'query' && pattern.test(each.name));
  const [cursor, offset, index] = [named(CURSOR), named(OFFSET), named(INDEX)];
  const byParameters = (page: Page, count: number, pages: number): Next => {
    if (cursor) {
      const token = cursorIn(page.value);
      return token === undefined ? undefined : { input: { [cursor.name]: token } };
    }
    if (page.items.length === 0) return undefined;
    if (offset) return { input: { [offset.name]: count } };
    if (index) return { input: { [index.name]: Number(index.default ?? index.schema.minimum ?? 1) + pages } };
    return undefined;
  };
  const how = (cursor ?? offset ?? index)?.name ?? 'Link';
  return { how, next: (page, count, pages) => linked(page.response) ?? byParameters(page, count, pages) };
}

function linked({ headers }: ReceivedResponse): Next {
  const value = header(headers, 'link');
  const link = value === undefined ? undefined : parseLinks(value)?.find(({ rel }) => rel === 'next');
  return link && { url: link.url };
}

/** The cursor of the next page in a body, also one level down: `{ paging: { next: "…" } }`. */
function cursorIn(value: unknown, isInner = false): string | number | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const [key, each] of Object.entries(value))
    if (CURSOR_IN_BODY.test(key) && (typeof each === 'string' || typeof each === 'number') && each !== '') return each;
  if (isInner) return undefined;
  for (const each of Object.values(value)) {
    const found = cursorIn(each, true);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Describes ids that occur twice or are missing on all pages together. */
export function faultsOfPages(ids: readonly string[], wanted: readonly string[], isWhole: boolean): string[] {
  const twice = ids.filter((id, i) => ids.indexOf(id) < i);
  const missing = isWhole ? wanted.filter((id) => !ids.includes(id)) : [];
  return [
    ...(twice.length > 0 ? [`the pages of the list have "${twice[0]}" twice`] : []),
    ...(missing.length > 0 ? [`no page of the list has "${missing[0]}", which is there`] : []),
  ];
}
