import type { Contract } from '../contract/contract.ts';
import { type Exchange, header } from '../exchange/exchange.ts';
import { pathBelow } from '../judge/judge.ts';

/** Types of Chrome that programs of a page have no part in. */
const OF_PAGES =
  /^(document|stylesheet|image|media|font|script|texttrack|manifest|signedexchange|cspviolationreport)$/i;

/** Media types of pages and of what they show. */
const PAGE_MEDIA =
  /^(text\/(html|css|javascript)|application\/(xhtml\+xml|(x-)?javascript|manifest\+json|wasm)|(image|font|audio|video)\/.*)$/i;

/**
 * Reports whether an exchange belongs to a page beside the API: a path that the description does not have, which a browser loaded for
 * itself. What a program of a page asked for is none, unless it got a page.
 * @param resourceType the `_resourceType` of an entry of a HAR file
 */
export function isOfPage(
  contract: Contract,
  baseUrl: string,
  { request, response }: Exchange,
  resourceType?: string,
): boolean {
  if (contract.route(request.method, pathBelow(baseUrl, request.url)).found === 'operation') return false;
  // Fetch Metadata: `empty` is what `fetch` and `XMLHttpRequest` send.
  const destination = header(request.headers, 'sec-fetch-dest');
  if (destination !== undefined && destination !== 'empty') return true;
  if (destination === undefined && resourceType !== undefined && OF_PAGES.test(resourceType)) return true;
  const mediaType = (header(response.headers, 'content-type') ?? '').split(';')[0]!.trim();
  return ['GET', 'HEAD'].includes(request.method) && PAGE_MEDIA.test(mediaType);
}
