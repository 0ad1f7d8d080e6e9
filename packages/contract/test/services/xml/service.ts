import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { xml2js } from 'xml-js';
import { type CorpusService, describeThings, type StartOptions } from '../service.ts';
import { xmlDescription } from './description.ts';

interface Account {
  id: number;
  owner: string;
  currency: string;
}
interface Invoice {
  id: number;
  accountId: number;
  amount: number;
  due: string;
  memo?: string;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Accounts and invoices, with `node:http` and documents put together by hand. */
export async function startXml({ defects }: StartOptions): Promise<CorpusService> {
  const accounts = new Map<number, Account>();
  const invoices = new Map<number, Invoice>();
  let last = 2;
  for (const id of [1, 2]) {
    accounts.set(id, { id, owner: `Owner ${id}`, currency: 'EUR' });
    invoices.set(id, { id, accountId: id, amount: 10 * id, due: '2024-05-01' });
  }
  const find = <T>(all: Map<number, T>, id: string | number): T => {
    const found = all.get(Number(id));
    if (!found) throw new Refusal(404, 'not found');
    return found;
  };

  const readAccount = (children: Children): Omit<Account, 'id'> => {
    const currency = required(children, 'currency');
    // Planted: any currency is taken.
    if (!defects && !['EUR', 'USD', 'CHF'].includes(currency))
      throw new Refusal(400, 'currency must be EUR, USD or CHF');
    const owner = required(children, 'owner');
    if (owner.length > 60) throw new Refusal(400, 'owner is too long');
    return { owner, currency };
  };
  const readInvoice = (children: Children): Omit<Invoice, 'id'> => {
    const [amount, accountId] = ['amount', 'accountId'].map((name) => Number(required(children, name)));
    const due = required(children, 'due');
    if (!Number.isFinite(amount) || amount! < 0.01) throw new Refusal(400, 'amount must be at least 0.01');
    if (!Number.isInteger(accountId)) throw new Refusal(400, 'accountId must be an integer');
    if (!/^\d{4}-\d\d-\d\d$/.test(due) || Number.isNaN(Date.parse(due))) throw new Refusal(400, 'due must be a date');
    find(accounts, accountId!);
    const { memo } = children;
    if (memo !== undefined && memo.length > 100) throw new Refusal(400, 'memo is too long');
    return { accountId: accountId!, amount: amount!, due, ...(memo !== undefined && { memo }) };
  };

  type Handler = (id: string, children: Children) => [status: number, body?: string];
  const routes: [method: string, path: RegExp, handle: Handler][] = [
    ['GET', /^\/accounts$/, () => [200, listOf('accounts', 'account', accounts.values())]],
    [
      'POST',
      /^\/accounts$/,
      (_, children) => {
        const made = { id: ++last, ...readAccount(children) };
        accounts.set(made.id, made);
        return [201, element('account', made)];
      },
    ],
    ['GET', /^\/accounts\/([^/]+)$/, (id) => [200, element('account', find(accounts, numeric(id)))]],
    [
      'DELETE',
      /^\/accounts\/([^/]+)$/,
      (id) => {
        const { id: wanted } = find(accounts, numeric(id));
        if ([...invoices.values()].some(({ accountId }) => accountId === wanted))
          throw new Refusal(409, 'the account has invoices');
        accounts.delete(wanted);
        return [204];
      },
    ],
    ['GET', /^\/invoices$/, () => [200, listOf('invoices', 'invoice', invoices.values())]],
    [
      'POST',
      /^\/invoices$/,
      (_, children) => {
        const made = { id: ++last, ...readInvoice(children) };
        invoices.set(made.id, made);
        // Planted: the amount is written as people write it.
        const shown = defects ? { ...made, amount: `${made.amount} EUR` } : made;
        return [201, element('invoice', shown)];
      },
    ],
    ['GET', /^\/invoices\/([^/]+)$/, (id) => [200, element('invoice', find(invoices, numeric(id)))]],
    [
      'PUT',
      /^\/invoices\/([^/]+)$/,
      (id, children) => {
        const before = find(invoices, numeric(id));
        const changed = { id: before.id, ...readInvoice(children) };
        // Planted: the memo is lost.
        invoices.set(before.id, defects ? { ...changed, memo: undefined } : changed);
        return [200, element('invoice', changed)];
      },
    ],
    [
      'DELETE',
      /^\/invoices\/([^/]+)$/,
      (id) => {
        invoices.delete(find(invoices, numeric(id)).id);
        return [204];
      },
    ],
  ];

  const answer = async (request: IncomingMessage): Promise<[status: number, body?: string]> => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    const there = routes.filter(([, pattern]) => pattern.test(path));
    if (there.length === 0) throw new Refusal(404, 'no such path');
    const route = there.find(([method]) => method === request.method);
    if (!route) throw new Refusal(405, 'no such method');
    const [method, pattern, handle] = route;
    const sends = method === 'POST' || method === 'PUT';
    if (sends && !/^application\/xml\b/.test(request.headers['content-type'] ?? ''))
      throw new Refusal(415, 'send application/xml');
    const root = path.startsWith('/accounts') ? 'account' : 'invoice';
    return handle(pattern.exec(path)![1] ?? '', sends ? readChildren(await bodyOf(request), root) : {});
  };
  const server = createServer(async (request, response: ServerResponse) => {
    const [status, body] = await answer(request).catch((error: Error): [number, string] => [
      error instanceof Refusal ? error.status : 500,
      element('error', { message: error.message }),
    ]);
    if (status === 405) response.setHeader('Allow', 'GET');
    if (body === undefined) response.writeHead(status).end();
    else response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    description: xmlDescription,
    state: async () => [
      ...describeThings('account', accounts.values()),
      ...describeThings('invoice', invoices.values()),
    ],
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Children = Record<string, string>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'the document is not UTF-8');
  }
}

function readChildren(document: string, root: string): Children {
  if (document.includes('<!DOCTYPE')) throw new Refusal(400, 'a document type is not allowed');
  let parsed: Record<string, Record<string, { _text?: string }>>;
  try {
    parsed = xml2js(document, { compact: true }) as typeof parsed;
  } catch {
    throw new Refusal(400, 'the document is not well-formed');
  }
  if (!parsed[root]) throw new Refusal(400, `the root element must be ${root}`);
  return Object.fromEntries(Object.entries(parsed[root]).map(([name, child]) => [name, child._text ?? '']));
}

function required(children: Children, name: string): string {
  if (!children[name]) throw new Refusal(400, `${name} is missing`);
  return children[name];
}

function numeric(id: string): string {
  if (!/^\d+$/.test(id)) throw new Refusal(400, 'the id must be a number');
  return id;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function element(name: string, children: object): string {
  const inner = Object.entries(children)
    .filter(([, value]) => value !== undefined)
    .map(([child, value]) => `<${child}>${escaped(String(value))}</${child}>`);
  return `<${name}>${inner.join('')}</${name}>`;
}

const listOf = (root: string, item: string, things: Iterable<object>): string =>
  `<${root}>${[...things].map((each) => element(item, each)).join('')}</${root}>`;
