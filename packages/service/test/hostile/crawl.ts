import type { RawAnswer } from '../support/raw.ts';
import type { Row } from './rows.ts';

export type Fields = [name: string, value: string][];

/** Addresses and forms that pages and mails of an account have. */
export interface Found {
  /** Paths with their queries. */
  paths: Set<string>;
  /** By the path that they are sent to. */
  forms: Map<string, Fields>;
}

/** Pages of a row that are read: all look alike. */
const perRow = 3;

/** Reads pages from the given ones on, over their links, and keeps the forms that stand in them. */
export async function crawl(
  rows: readonly Row[],
  first: Iterable<string>,
  origin: string,
  get: (path: string) => Promise<RawAnswer>,
): Promise<Found> {
  const paths = new Set(first);
  const forms = new Map<string, Fields>();
  const read = new Map<Row, number>();
  for (const path of paths) {
    const own = path.split('?')[0]!;
    const row = rows.find(({ method, pattern }) => method === 'GET' && pattern.test(own));
    const times = row && (read.get(row) ?? 0);
    if (row === undefined || times === perRow) continue;
    read.set(row, times! + 1);
    const { body } = await get(path);
    for (const link of linksIn(body, origin)) paths.add(link);
    for (const child of childrenOf(own, rows)) paths.add(child);
    for (const [, head = '', content = ''] of body.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
      const [action = own] = linksIn(head, origin);
      if (/method="?post/i.test(head)) forms.set(action.split('?')[0]!, fieldsOf(content));
    }
  }
  return { paths, forms };
}

/** Returns addresses that begin with a path and end as rows do; scripts of pages ask for some that no page links to. */
const childrenOf = (path: string, rows: readonly Row[]): string[] =>
  rows.flatMap(({ fixed, pattern }) => {
    const child = path + fixed.at(-1);
    return fixed.length > 1 && fixed.at(-1) !== '' && pattern.test(child) ? [child] : [];
  });

/** Returns addresses of the service in a document, as paths. */
export function linksIn(text: string, origin: string): string[] {
  const given = [
    ...Array.from(text.matchAll(/\b(?:href|src|action)="([^"#]+)/g), ([, link]) => link!),
    ...Array.from(text.matchAll(/https:\/\/[^\s"'<>)\]]+/g), ([link]) => link),
  ];
  return given.flatMap((link) => {
    const url = URL.parse(link.replaceAll('&amp;', '&'), `${origin}/`);
    return url?.origin === origin ? [url.pathname + url.search] : [];
  });
}

function fieldsOf(form: string): Fields {
  const named = form.matchAll(/<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"[^>]*>/g);
  return Array.from(named, ([tag, name]) => [name!, /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '']);
}
