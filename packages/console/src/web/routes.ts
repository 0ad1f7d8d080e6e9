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
  links: readonly Link[];
  development: boolean;
}

export interface Account {
  name: string;
  /** Name in the IANA database; UTC if the service does not tell. */
  timeZone: string;
}

/** A page of the navigation. */
export interface Link {
  label: Words;
  path: string;
}

export type Handler = (visit: Visit) => Promise<Response>;

export interface Route {
  method: 'GET' | 'POST';
  pattern: RegExp;
  handle: Handler;
  /** What its form may have. */
  bounds: FormBounds;
  /** Whether it is open for people who must set up a second factor first. */
  setsUp?: boolean;
}

/** A route below `/console`; `:id` matches a number, other variable parts match one segment. */
export function route(method: Route['method'], path: string, handle: Handler, bounds = usualForm): Route {
  const source = path.replaceAll(/:(\w+)/g, (_, name) => `(?<${name}>${name === 'id' ? '\\d{1,15}' : '[^/]{1,500}'})`);
  return { method, pattern: new RegExp(`^/console${source}$`), handle, bounds };
}

/** A route with which people set up a second factor. */
export const setUpRoute = (method: Route['method'], path: string, handle: Handler): Route => ({
  ...route(method, path, handle),
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
