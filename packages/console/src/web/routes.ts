import type { Client } from '@mailwright/client';
import { type FormBounds, usualForm } from '@mailwright/server-runtime/web';
import type { Say, Words } from '../words.ts';
import type { SelfService } from './entrance.ts';

/** A request of a person who has signed in. */
export interface Visit {
  client: Client;
  account: Account;
  /** Says texts in the language of the person. */
  say: Say;
  /** Path of the page. */
  path: string;
  query: URLSearchParams;
  /** Values of the variable parts of the path. */
  params: Record<string, string>;
  /** Fields of the form; empty for GET. */
  form: FormData;
  /** Must be in every form. */
  formToken: string;
  /** What the person can do for itself; undefined for holders of an API key. */
  self: SelfService | undefined;
  /** Reports whether the person may read a page of the console (GET) or send its form (POST); other addresses are free. */
  offers(method: Route['method'], path: string): boolean;
  /** Rights for which something was left out of the page. */
  withheld: Set<Right>;
  links: readonly Link[];
  development: boolean;
}

export interface Account {
  name: string;
  /** Name in the IANA database; UTC if the service does not tell. */
  timeZone: string;
  /** What the person or key may do. */
  rights: ReadonlySet<Right>;
}

/** What an operation of the API asks of its caller (`x-right` and `x-privilege` of the description). */
export type Right = NonNullable<AccountInfo['rights']>[number];

type AccountInfo = Awaited<ReturnType<ReturnType<Client['account']['getInfo']>['orThrow']>>;

/** Parts of the navigation, in the order in which people come to them. */
export type NavigationGroup = 'overview' | 'mailings' | 'audience' | 'delivery' | 'account';

/** A page of the navigation. */
export interface Link {
  label: Words;
  path: string;
  /** What somebody needs to whom the page is shown. */
  right?: Right;
  /** Where a page beside the console stands in the navigation; by default in the last group. */
  group?: NavigationGroup;
}

export type Handler = (visit: Visit) => Promise<Response>;

export interface Route {
  method: 'GET' | 'POST';
  pattern: RegExp;
  handle: Handler;
  /** What its form may have. */
  bounds: FormBounds;
  /** Rights of the operations that it calls. */
  rights: readonly Right[];
  /** Whether it is open for people who must set up a second factor first. */
  setsUp?: boolean;
  /** Whether its form is kept while its sender signs in again. */
  keeps?: boolean;
}

/** A route below `/console`; `:id` matches a number, other variable parts match one segment. */
export function route(method: Route['method'], path: string, handle: Handler, bounds = usualForm): Route {
  const source = path.replaceAll(/:(\w+)/g, (_, name) => `(?<${name}>${name === 'id' ? '\\d{1,15}' : '[^/]{1,500}'})`);
  return {
    method,
    pattern: new RegExp(`^/console${source}$`),
    handle,
    bounds,
    rights: [method === 'GET' ? 'get' : 'post'],
  };
}

/** A route that asks for other rights than `get` to read and `post` to change. */
export const needs = (rights: readonly Right[], route: Route): Route => ({ ...route, rights });

/**
 * A route whose form people fill in: it is kept while its sender signs in again, and then shown as it was sent. Its handler
 * changes something only through the client of the visit, and shows the form again if that is refused.
 */
export const keeps = (route: Route): Route => ({ ...route, keeps: true });

/** A route with which people set up a second factor. */
export const setUpRoute = (method: Route['method'], path: string, handle: Handler): Route => ({
  ...needs([], route(method, path, handle)),
  setsUp: true,
});

/** Finds the route of a request. `undefined` if there is none; with `allowed` if only the method is wrong. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | { allowed: string[] } | undefined {
  const allowed: string[] = [];
  for (const each of routes) {
    const match = each.pattern.exec(path);
    if (!match) continue;
    if (each.method === method) return { route: each, params: decoded(match.groups ?? {}) };
    allowed.push(each.method);
  }
  return allowed.length > 0 ? { allowed } : undefined;
}

/** Pages that are nothing but the form at their own address. */
const formPage = /\/(?:new|edit)$/;

/** Returns the rights that a page or form asks for; none for addresses that are not of the console. */
export function rightsOf(routes: readonly Route[], method: Route['method'], path: string): readonly Right[] {
  const [address = ''] = path.split(/[?#]/, 1);
  const found = findRoute(routes, method === 'GET' && formPage.test(address) ? 'POST' : method, address);
  return found && 'route' in found ? found.route.rights : [];
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
