import type { LookupFunction } from 'node:net';
import type { Response } from 'undici';
import { ShortCache } from '../cache/short-cache.ts';
import { isPublicAddress } from './addresses.ts';
import { FetchFailure, failureOf } from './failure.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { dns, guardedLookup, refusal } from './lookup.ts';

/** Bounds of every request. */
const maxRedirects = 5;
const maxMillis = 10_000;
const concurrency = { all: 16, perAccount: 8, perHost: 2 };
const kept = { keptMillis: 10 * 60_000, maxBytes: 32 * 1024 * 1024 };
const defaultMaxBytes = 5 * 1024 * 1024;

export interface FetchOptions {
  /** An answer to POST is never kept. */
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Redirects are followed by default; `manual` gives them as answers. */
  redirect?: 'follow' | 'manual';
  /** Maximum bytes of the uncompressed body, 5 MB by default. With 0 the body is not read. */
  maxBytes?: number;
}

export interface FetchAnswer {
  status: number;
  /** Names in small letters. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** URL of the response after all redirects. */
  url: string;
  redirects: number;
  /** Time of all requests and the body; waiting for a turn does not count. */
  millis: number;
}

/** Rejects with a FetchFailure when there is no usable answer; an answer of any status is one. */
export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<FetchAnswer>;

export interface Fetcher {
  fetch: GuardedFetch;
  /** Whether an address may be asked, as far as it can be told without looking its name up. */
  permits(url: string): boolean;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

export interface FetcherOptions {
  /** Which IP addresses may be connected to; by default those of the public internet. */
  allows?: (address: string) => boolean;
  lookup?: LookupFunction;
}

/**
 * Requests to addresses that users give: http and https only, to public hosts, the name resolved once for each connection
 * and bound to it, at most 5 redirects each checked like the first address, 10 seconds, a bounded body, for each account
 * 8 at a time and 2 to one host, no cookies. Good answers (2xx) are kept for 10 minutes.
 */
export function createFetcher({ allows = isPublicAddress, lookup = dns }: FetcherOptions = {}): Fetcher {
  // Loaded at the first request, because many processes never make one.
  let loaded: ReturnType<typeof load> | undefined;
  const load = async () => {
    const { Agent, fetch } = await import('undici');
    return { fetch, agent: new Agent({ connect: { lookup: guardedLookup(allows, lookup) } }) };
  };
  const inTurn = limitConcurrency(concurrency);
  const cache = new ShortCache<FetchAnswer>(kept);

  async function follow(address: string, options: FetchOptions): Promise<FetchAnswer> {
    let url = permitted(address, undefined);
    let millis = 0;
    for (let redirects = 0; ; redirects++) {
      const hop = url;
      const answer = await inTurn(hop.host, async () => {
        const started = performance.now();
        const signal = AbortSignal.timeout(Math.max(1, Math.ceil(maxMillis - millis)));
        try {
          return await request(hop, options, signal);
        } catch (error) {
          throw failureOf(error, hop.hostname);
        } finally {
          millis += performance.now() - started;
        }
      });
      const { location } = answer.headers;
      const followed = options.redirect !== 'manual' && [301, 302, 303, 307, 308].includes(answer.status);
      if (!followed || location === undefined) {
        return { ...answer, url: hop.href, redirects, millis: Math.round(millis) };
      }
      if (redirects === maxRedirects) {
        throw new FetchFailure('redirects', `${url.hostname} redirects more than ${maxRedirects} times`);
      }
      url = permitted(location, hop);
    }
  }

  /** An address that may be asked; names are checked when they are resolved. */
  function permitted(address: string, base: URL | undefined): URL {
    const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
      const role = base === undefined ? 'the address' : `${base.hostname} redirects to what`;
      throw new FetchFailure(base ? 'redirects' : 'url', `${role} is not an http or https URL`);
    }
    const literal = /^\[(.+)\]$/.exec(url.hostname)?.[1] ?? /^[\d.]+$/.exec(url.hostname)?.[0];
    const own = /^(.+\.)?localhost\.?$/.test(url.hostname) && !allows('127.0.0.1');
    if (own || (literal !== undefined && !allows(literal))) throw refusal(url.hostname);
    if (base && url.hash === '') url.hash = base.hash;
    return url;
  }

  async function request(url: URL, options: FetchOptions, signal: AbortSignal) {
    const { method = 'GET', body: sent = null, maxBytes = defaultMaxBytes } = options;
    const headers = { 'user-agent': 'Mailwright', ...options.headers };
    loaded ??= load();
    const { fetch, agent } = await loaded;
    const response = await fetch(url, { method, headers, body: sent, redirect: 'manual', dispatcher: agent, signal });
    const body = await readBody(response, maxBytes, url.hostname);
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  }

  const underWay = new Map<string, Promise<FetchAnswer>>();
  return {
    async fetch(url, options = {}) {
      if (options.method === 'POST') return follow(url, options);
      const key = JSON.stringify([url, options]);
      const kept = cache.get(key) ?? underWay.get(key);
      if (kept !== undefined) return kept;
      const answer = follow(url, options);
      underWay.set(key, answer);
      try {
        const { status, body } = await answer;
        if (status >= 200 && status < 300) cache.set(key, await answer, body.length);
        return await answer;
      } finally {
        underWay.delete(key);
      }
    },
    permits(url) {
      try {
        permitted(url, undefined);
        return true;
      } catch {
        return false;
      }
    },
    close: async () => (await loaded)?.agent.destroy(),
  };
}

async function readBody(response: Response, maxBytes: number, host: string): Promise<Uint8Array> {
  const tooLarge = () => new FetchFailure('size', `the answer of ${host} is larger than ${maxBytes} bytes`);
  if (response.body === null) return new Uint8Array();
  const redirected = response.status >= 300 && response.status < 400;
  if (maxBytes === 0 || redirected) {
    await response.body.cancel();
    return new Uint8Array();
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
