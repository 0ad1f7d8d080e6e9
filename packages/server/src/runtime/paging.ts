import type { OperationTable } from './api.ts';
import type { Input } from './parameters.ts';
import { withoutPairs } from './query-string.ts';
import type { RawRequest, RawResponse } from './raw.ts';

/** Writes the headers of a page with `total` items on all pages; `url` is the address of the resource. */
export type WritePaging = (request: RawRequest, url: string, input: Input, total: number) => RawResponse['headers'];

/**
 * `X-Items`, `X-Pages` (0 when there is nothing) and one `Link` line (RFC 8288) each for start, prev and next. The links
 * keep all parameters of the request and name page_size and page_index.
 */
export function pagingWriter(operation: OperationTable): WritePaging {
  const own = new Set(
    operation.parameters
      .filter(({ name }) => name === 'page_size' || name === 'page_index')
      .flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  );
  return (request, url, input, total) => {
    const size = input.page_size as number;
    const index = input.page_index as number;
    const pages = Math.ceil(total / size);
    const kept = withoutPairs(request.query, own);
    const base = `${url}?${kept}${kept && '&'}page_size=${size}&page_index=`
      .toWellFormed()
      .replace(unfit, encodeURIComponent);
    const link = (page: number, rel: string): [string, string] => ['Link', `<${base}${page}>; rel="${rel}"`];
    const headers: RawResponse['headers'] = [['X-Items', String(total)], ['X-Pages', String(pages)], link(1, 'start')];
    if (index > 1) headers.push(link(Math.min(index - 1, Math.max(pages, 1)), 'prev'));
    if (index < pages) headers.push(link(index + 1, 'next'));
    return headers;
  };
}

/** Characters that may not stand between the angle brackets of a Link header. */
const unfit = /[^\x21-\x7e]|[<>"]/gu;
