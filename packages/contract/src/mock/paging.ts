import type { Operation } from '@mailwright/codegen/description';
import type { HeaderLines } from '../exchange/exchange.ts';

/** Headers of a page that go with each other and with the request; `items` as the example has them. */
export function pagingHeaders({ parameters }: Operation, requestUrl: string, items: number): HeaderLines {
  const url = new URL(requestUrl);
  const asked = (name: string, otherwise: number) => {
    const parameter = parameters.find((each) => each.name === name);
    return Number(url.searchParams.get(name) || (parameter?.default ?? otherwise));
  };
  const pages = Math.ceil(items / asked('page_size', 100));
  const index = asked('page_index', 1);
  const link = (rel: string, page: number): [string, string] => {
    const target = new URL(url);
    target.searchParams.set('page_index', String(page));
    return ['Link', `<${target}>; rel="${rel}"`];
  };
  return [
    ['X-Items', String(items)],
    ['X-Pages', String(pages)],
    link('start', 1),
    ...(index > 1 ? [link('prev', index - 1)] : []),
    ...(index < pages ? [link('next', index + 1)] : []),
  ];
}
