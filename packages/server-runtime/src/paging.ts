import type { OperationTable, PagingTable } from './api.ts';
import type { Input } from './parameters.ts';
import { pairRemover } from './query-string.ts';
import type { RawRequest, RawResponse } from './raw.ts';

/** Adds the headers of a page with `total` items on all pages; `url` is the URL of the resource. */
export type WritePaging = (
  headers: RawResponse['headers'],
  request: RawRequest,
  url: string,
  input: Input,
  total: number,
) => void;

/**
 * The counts of items and pages (0 if there are none) and one `Link` header (RFC 8288) each for start, prev and next. The
 * links contain all parameters of the request, and page size and index.
 */
export function pagingWriter({ parameters }: OperationTable, names: PagingTable): WritePaging {
  const find = (wanted: string) => parameters.find(({ name, wire = name }) => wire === wanted);
  const sizeParameter = find(names.size);
  const indexParameter = find(names.index);
  if (!sizeParameter || !indexParameter)
    throw new Error(`Paging requires the parameters ${names.size} and ${names.index}`);
  const own = [sizeParameter, indexParameter].flatMap(({ name, wire = name, aliases = [] }) => [wire, ...aliases]);
  const withoutOwn = pairRemover(new Set(own));
  return (headers, request, url, input, total) => {
    const size = input[sizeParameter.name] as number;
    const index = input[indexParameter.name] as number;
    const pages = Math.ceil(total / size);
    const kept = withoutOwn(request.query);
    const base = fit(`${url}?${kept}${names.size}=${size}&${names.index}=`);
    headers.push([names.total, String(total)], [names.pages, String(pages)], link(base, 1, 'start'));
    if (index > 1) headers.push(link(base, Math.min(index - 1, Math.max(pages, 1)), 'prev'));
    if (index < pages) headers.push(link(base, index + 1, 'next'));
  };
}

const link = (base: string, page: number, rel: string): [string, string] => ['Link', `<${base}${page}>; rel="${rel}"`];

/** Characters that are not allowed between the angle brackets of a Link header. */
const unfit = /[^\x21\x23-\x3b\x3d\x3f-\x7e]/;
const everyUnfit = new RegExp(unfit, 'gu');

const fit = (address: string): string =>
  unfit.test(address) ? address.toWellFormed().replace(everyUnfit, encodeURIComponent) : address;
