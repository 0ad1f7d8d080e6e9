import type { Operation, Paging } from '@mailwright/codegen/description';
import type { HeaderLines } from '../exchange/exchange.ts';

/** Headers of a page that go with each other and with the request; `items` as the example has them. */
export function pagingHeaders(
  { parameters }: Operation,
  paging: Paging,
  requestUrl: string,
  items: number,
): HeaderLines {
  const url = new URL(requestUrl);
  const asked = (name: string, otherwise: number) => {
    const parameter = parameters.find((each) => (each.wire ?? each.name) === name);
    return Number(url.searchParams.get(name) || (parameter?.default ?? otherwise));
  };
  const pages = Math.ceil(items / asked(paging.size, 100));
  const index = asked(paging.index, 1);
  const link = (rel: string, page: number): [string, string] => {
    const target = new URL(url);
    target.searchParams.set(paging.index, String(page));
    return ['Link', `<${target}>; rel="${rel}"`];
  };
  return [
    [paging.total, String(items)],
    [paging.pages, String(pages)],
    link('start', 1),
    ...(index > 1 ? [link('prev', index - 1)] : []),
    ...(index < pages ? [link('next', index + 1)] : []),
  ];
}
