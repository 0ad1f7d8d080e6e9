import type { RouteOptions } from 'fastify';
import { routes as consoleRoutes } from '../../../console/src/pages/routes.ts';
import { formRoutes } from '../growth/console.ts';

/** An address of the service that takes requests, beside the operations of the API. */
export interface Row {
  /** Such as `POST /u/:token`. */
  name: string;
  method: string;
  /** Matches paths of the address, without their query. */
  pattern: RegExp;
  /** Texts between the variable parts of its paths; variable parts end before the next text. */
  fixed: readonly string[];
  kind: 'console' | 'page' | 'events' | 'tools';
  /** Of `/mcp`. */
  tool?: Tool;
}

/** A tool as `tools/list` describes it. */
export interface Tool {
  name: string;
  inputSchema: { properties?: Record<string, { type?: string }> };
}

/** Parts of the console's patterns that are variable, and those of Fastify's addresses. */
const variableOfConsole = /\(\?<\w+>[^)]*\)/;
const variableOfPage = /:\w+|\*/;

/** Files of the documentation have a route each and one handler. */
const ofDocs = /^\/docs\/(?!\*$)/;

/** A row for each address that the running service has, and for each page and form of the console. */
export function findRows(routes: readonly RouteOptions[]): Row[] {
  const addresses = routes.flatMap(({ method, url }) => [method].flat().map((one) => ({ method: one, url })));
  const pages = addresses.filter(
    ({ method, url }) => method !== 'HEAD' && !url.startsWith('/console') && !ofDocs.test(url),
  );
  return [
    ...unique(
      pages.filter(({ url, method }) => isAnswered(method, url)).map(({ method, url }) => rowOfPage(method, url)),
    ),
    ...consoleRoutes.map(({ method, pattern }) => {
      const source = pattern.source.slice(1, -1).replaceAll('\\', '');
      return {
        method,
        pattern,
        fixed: source.split(variableOfConsole),
        kind: 'console' as const,
        name: `${method} ${source}`,
      };
    }),
    ...unique(
      formRoutes
        .filter(({ path }) => !consoleRoutes.some(({ method, pattern }) => method === 'POST' && pattern.test(path)))
        .flatMap(({ path }) =>
          ['GET', 'POST'].map((method) => ({ ...rowOfPage(method, path), kind: 'console' as const })),
        ),
    ),
  ];
}

/** The API answers each method below its prefix by itself; two stand for all. */
const isAnswered = (method: string, url: string) => !url.endsWith('/*') || method === 'GET' || method === 'POST';

function rowOfPage(method: string, url: string): Row {
  const fixed = url.split(variableOfPage);
  const pattern = new RegExp(`^${fixed.map((text) => text.replaceAll('.', '\\.')).join('[^/]+')}$`);
  const kind = url === '/mcp' ? 'tools' : url.startsWith('/bounce-events/') ? 'events' : 'page';
  return { name: `${method} ${url}`, method, pattern, fixed, kind };
}

const unique = (rows: readonly Row[]): Row[] => [...new Map(rows.map((row) => [row.name, row])).values()];

/** Gives each tool of `/mcp` a row of its own, beside those of the messages that call none. */
export const withTools = (rows: readonly Row[], tools: readonly Tool[]): Row[] =>
  rows.flatMap((row) =>
    row.kind === 'tools' && row.method === 'POST'
      ? [row, ...tools.map((tool) => ({ ...row, tool, name: `${row.name} ${tool.name}` }))]
      : [row],
  );
