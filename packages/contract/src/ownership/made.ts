import type { Operation } from '@mailwright/codegen/description';
import type { Resource } from '../chains/resources.ts';
import { type Exchange, header, type SentRequest } from '../exchange/exchange.ts';
import type { Inventor } from './invent.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { Left } from './left.ts';

/** Something that the run has made. */
export interface Made {
  resource: Resource;
  /** Below the base address: `/orders/7`. */
  path: string;
}

/** Knows what the run has made, from the answers to its creates. */
export interface Workshop {
  /** @param value body of the answer */
  note(operation: Operation, path: string, exchange: Exchange, value: unknown): void;
  /** A request that was sent and not answered. */
  noteSilence(operation: Operation, request: SentRequest): void;
  /** Returns the remaining resources, the latest first. */
  things(): Made[];
  /** Returns resources that were created without an id in the response. */
  nameless(): Left[];
}

/** @param resources those whose things nobody else deletes */
export function createWorkshop(
  resources: readonly Resource[],
  ledger: Ledger,
  { isInvented }: Inventor,
  journal?: Journal,
): Workshop {
  const made = new Map<string, Made>();
  const nameless: Left[] = [];
  const keep = (resource: Resource, path: string) => {
    ledger.own(path);
    made.set(path, { resource, path });
    journal?.made(resource.name, path);
  };
  const drop = (path: string) => {
    for (const each of made.keys()) {
      if (each !== path && !each.startsWith(`${path}/`)) continue;
      made.delete(each);
      journal?.gone(each);
    }
  };

  function note(operation: Operation, path: string, { request, response }: Exchange, value: unknown): void {
    if (response.status >= 400) return;
    for (const resource of resources) {
      if (operation === resource.remove) {
        drop(path);
      } else if (operation === resource.create) {
        const base = collectionOf(resource, operation, path);
        const id = idIn(resource, value) ?? idInLocation(base, header(response.headers, 'location'));
        if (id !== undefined) keep(resource, `${base}/${encodeURIComponent(id)}`);
        else
          nameless.push({ kind: resource.name, name: excerpt(request.body), why: 'the answer does not tell its id' });
      } else if (operation.path === resource.path && operation.method === 'PUT' && isInvented(path))
        keep(resource, path);
    }
  }

  function noteSilence(operation: Operation, { body }: SentRequest): void {
    const resource = resources.find(({ create }) => create === operation);
    if (resource)
      nameless.push({ kind: resource.name, name: excerpt(body), why: 'no answer came: it may have been made' });
  }

  return { note, noteSilence, things: () => [...made.values()].reverse(), nameless: () => nameless };
}

/** Returns the path below which the created resource is found. */
function collectionOf({ path }: Resource, create: Operation, sent: string): string {
  const collection = path.slice(0, path.lastIndexOf('/'));
  return create.path === collection ? sent.replace(/\/$/, '') : collection;
}

function idIn({ idInAnswer = ['id'] }: Resource, value: unknown): string | undefined {
  const found = idInAnswer.reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], value);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** The segment behind the collection in `Location: https://example.com/orders/7`. */
function idInLocation(path: string, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, 'http://localhost')) return undefined;
  const below = new URL(location, 'http://localhost').pathname.split(`${path.replace(/\/$/, '')}/`)[1];
  return below?.split('/')[0] || undefined;
}

const MOST = 80;
const excerpt = (body: Uint8Array) => Buffer.from(body).toString().slice(0, MOST);
