import type { OperationTable } from './api.ts';
import type { Input } from './parameters.ts';
import { pairRemover } from './query-string.ts';
import type { RawRequest, RawResponse } from './raw.ts';

/** Adds the headers of a page with `total` items on all pages; `url` is the address of the resource. */
export type WritePaging = (
  headers: RawResponse['headers'],
  request: RawRequest,
  url: string,
  input: Input,
  total: number,
) => void;

/**
 * `X-Items`, `X-Pages` (0 when there is nothing) and one `Link` line (RFC 8288) each for start, prev and next. The links
 * keep all parameters of the request and name page_size and page_index.
 */
export function pagingWriter(operation: OperationTable): WritePaging {
  const own = operation.parameters
    .filter(({ name }) => name === 'page_size' || name === 'page_index')
    .flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const withoutOwn = pairRemover(new Set(own));
  return (headers, request, url, input, total) => {
    const size = input.page_size as number;
    const index = input.page_index as number;
    const pages = Math.ceil(total / size);
    const kept = withoutOwn(request.query);
    const base = fit(`${url}?${kept}page_size=${size}&page_index=`);
    headers.push(['x-items', String(total)], ['x-pages', String(pages)], link(base, 1, 'start'));
    if (index > 1) headers.push(link(base, Math.min(index - 1, Math.max(pages, 1)), 'prev'));
    if (index < pages) headers.push(link(base, index + 1, 'next'));
  };
}

const link = (base: string, page: number, rel: string): [string, string] => ['link', `<${base}${page}>; rel="${rel}"`];

/** Characters that may not stand between the angle brackets of a Link header. */
const unfit = /[^\x21\x23-\x3b\x3d\x3f-\x7e]/;
const everyUnfit = new RegExp(unfit, 'gu');

const fit = (address: string): string =>
  unfit.test(address) ? address.toWellFormed().replace(everyUnfit, encodeURIComponent) : address;
