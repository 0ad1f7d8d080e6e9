import { formToken } from '../../../console/src/web/sessions.ts';
import { implemented, parametersOf } from '../isolation/requests.ts';
import { amazon, certificate, type Kind, now, requests, signedBySns, strangers } from '../support/provider-events.ts';
import type { Random } from '../support/random.ts';
import type { RawCall } from '../support/raw.ts';
import type { Fields, Found } from './crawl.ts';
import { headers, pick, spoil, texts } from './requests.ts';
import type { Row } from './rows.ts';

/** What somebody who belongs to one account has at hand. */
export interface Attacker {
  key: string;
  /** Values of session cookies: of a user, and of the key. */
  sessions: readonly string[];
  found: Found;
  /** Message-IDs of mails of the account. */
  mailIds: readonly string[];
  /** Ids of another account and of the own one. */
  ids: readonly (string | number)[];
}

/** Acts that would soon leave nothing to attack: they mostly name what is not there. */
const ending = /delete|remove|revoke|erase|clear|sign-out|\/end$|sessions$|password$/;

/** A request to a row that is right but for some of its parts. */
export function doorRequest(random: Random, row: Row, attacker: Attacker): RawCall {
  const call = { console: page, page, events, tools }[row.kind](random, row, attacker);
  const extra = random(4) === 0 ? Object.fromEntries([pick(random, headers)]) : {};
  const from = { 'x-forwarded-for': `${11 + random(150)}.${random(256)}.${random(256)}.1` };
  const body = call.body !== undefined && random(4) === 0 ? spoil(random, String(call.body)) : call.body;
  return { ...call, headers: { ...call.headers, ...extra, ...from }, ...(body === undefined ? {} : { body }) };
}

const text = (random: Random) => pick(random, texts).toWellFormed();
const value = (random: Random, { ids }: Attacker) => (random(2) === 0 ? text(random) : String(pick(random, ids)));

/** A path of the row: one that was found, or one with ids and texts of other places. */
function pathOf(random: Random, { fixed, pattern, name }: Row, attacker: Attacker): string {
  const real = [...attacker.found.paths].filter((path) => pattern.test(path.split('?')[0]!));
  const isReal =
    real.length > 0 && random(ending.test(name) ? 15 : 4) !== 0 && (!ending.test(name) || random(15) === 0);
  const path = isReal
    ? pick(random, real)
    : fixed.reduce((before, part) => before + encodeURIComponent(value(random, attacker)).slice(0, 600) + part);
  if (random(6) > 0) return path;
  const [at, other] = [random(path.length), text(random)];
  return path.slice(0, at + 1) + encodeURIComponent(other).slice(0, 600) + path.slice(at + 1);
}

/** Names of query parameters that some page has. */
const namesOf = (paths: Iterable<string>) => [
  ...new Set([...paths].flatMap((path) => [...new URL(path, 'https://a').searchParams.keys()])),
];

function withQuery(random: Random, path: string, { found }: Attacker): string {
  if (random(3) > 0) return path;
  const query = new URLSearchParams();
  for (let left = 1 + random(3); left > 0; left--)
    query.append(random(4) === 0 ? text(random) : pick(random, [...namesOf(found.paths), 'page', 'q']), text(random));
  return `${path}${path.includes('?') ? '&' : '?'}${query}`.slice(0, 8000);
}

/** Pages and forms. */
function page(random: Random, row: Row, attacker: Attacker): RawCall {
  const path = pathOf(random, row, attacker);
  const call = { method: row.method, path: withQuery(random, path, attacker) };
  const session = random(4) > 0 ? pick(random, attacker.sessions) : undefined;
  const own: Record<string, string> = session === undefined ? {} : { cookie: `__Host-mailwright=${session}` };
  if (row.method !== 'POST') return { ...call, headers: own };
  const token = session === undefined || random(6) === 0 ? text(random) : formToken(session);
  const fields = fieldsFor(random, row, attacker).map(([name, before]): Fields[number] => {
    const hostile = random(3) === 0 ? value(random, attacker) : before;
    return [name, name === 'token' && row.kind === 'console' ? token : hostile];
  });
  // The console takes its token first.
  if (row.kind === 'console' && session !== undefined && fields[0]?.[0] !== 'token') fields.unshift(['token', token]);
  const { type, body } = encoded(random, fields);
  return { ...call, headers: { ...own, 'content-type': type }, body };
}

/** The fields of the row's form, or of another one where none was found; some are left out, doubled or made up. */
function fieldsFor(random: Random, { pattern }: Row, { found }: Attacker): Fields {
  const forms = [...found.forms];
  const own = forms.filter(([path]) => pattern.test(path));
  const [, fields] = pick(random, own.length > 0 && random(12) > 0 ? own : forms);
  const changed = fields.flatMap((field): Fields => {
    const kind = field[0] === 'token' ? 1 : random(12);
    return kind === 0 ? [] : kind === 11 ? [field, field] : [field];
  });
  return random(5) === 0 ? [...changed, [text(random), text(random)]] : changed;
}

function encoded(random: Random, fields: Fields): { type: string; body: string } {
  const kind = random(6);
  if (kind === 0) return { type: 'application/json', body: JSON.stringify(Object.fromEntries(fields)) };
  if (kind > 2) return { type: 'application/x-www-form-urlencoded', body: String(new URLSearchParams(fields)) };
  const files = ['', '; filename="a.csv"', '; filename="../a.xlsx"', '; filename=""'];
  const parts = fields.map(
    ([name, value], index) =>
      `--x\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"${index > 0 && random(3) === 0 ? pick(random, files) : ''}\r\n\r\n${value}\r\n`,
  );
  return { type: 'multipart/form-data; boundary=x', body: `${parts.join('')}--x--\r\n` };
}

/** Events of providers: with signatures that are right, of others, or of another body. */
function events(random: Random, row: Row, attacker: Attacker): RawCall {
  const named = row.name.slice(row.name.lastIndexOf('/') + 1);
  const provider = Object.hasOwn(requests, named) ? named : pick(random, Object.keys(requests));
  const path = Object.hasOwn(requests, named) ? `/bounce-events/${provider}` : pathOf(random, row, attacker);
  const id = random(2) === 0 ? pick(random, attacker.mailIds) : text(random);
  const kind: Kind = pick(random, ['bounce', 'complaint']);
  const key = random(4) === 0 ? strangers[provider] : undefined;
  const at = pick(random, [now(), now(), now(), 0, -1, 8e12, now() - 86_400]);
  const signed = provider === 'ses' && random(2) === 0 ? messageOfSns(random) : requests[provider]!(kind, id, at, key);
  const headers = Object.fromEntries(
    Object.entries(signed.headers).map(([name, value]) => [name, random(12) === 0 ? asHeader(text(random)) : value]),
  );
  const body = random(4) === 0 ? spoil(random, signed.body) : signed.body;
  return { method: row.method, path, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** A message with any content, with or without a right signature. */
function messageOfSns(random: Random) {
  const fields = {
    Type: pick(random, ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation', text(random)]),
    Message: pick(random, ['{}', 'null', '[]', '{"notificationType":"Bounce"}', text(random)]),
    Timestamp: pick(random, [new Date().toISOString(), text(random)]),
    SubscribeURL: pick(random, [`${amazon}/?Action=ConfirmSubscription`, text(random)]),
    Token: text(random),
  };
  return signedBySns(fields, certificate.private);
}

const asHeader = (given: string) => encodeURI(given).slice(0, 2000);

/** Messages of the Model Context Protocol. */
function tools(random: Random, row: Row, attacker: Attacker): RawCall {
  const version = pick(random, ['2025-06-18', '2025-03-26', '2026-07-28', text(random)]);
  const own = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(random(3) === 0 && { 'mcp-protocol-version': asHeader(version) }),
    authorization: `Bearer ${random(10) === 0 ? asHeader(text(random)) : attacker.key}`,
  };
  const call = { method: row.method, path: '/mcp', headers: own };
  if (row.method === 'GET') return call;
  const messages = Array.from({ length: random(8) === 0 ? random(12) : 1 }, () => message(random, row, attacker));
  return { ...call, body: JSON.stringify(messages.length === 1 ? messages[0] : messages) };
}

function message(random: Random, { tool: own }: Row, attacker: Attacker): unknown {
  const id = pick<unknown>(random, [1, 'a', null, -1, {}, 1e300]);
  const methods = ['initialize', 'tools/list', 'ping', 'resources/list', 'prompts/get', 'notifications/cancelled'];
  if (own === undefined)
    return {
      jsonrpc: '2.0',
      id,
      method: pick(random, [...methods, text(random)]),
      params: anything(random, attacker, 2),
    };
  const given = Object.entries(own.inputSchema.properties ?? {}).flatMap(([name, { type }]) =>
    random(8) === 0 ? [] : [[name, argument(random, name, type, attacker)]],
  );
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: random(12) === 0 ? text(random) : own.name, arguments: Object.fromEntries(given) },
  };
}

function argument(random: Random, name: string, type: string | undefined, attacker: Attacker): unknown {
  if (random(6) === 0) return anything(random, attacker, 3);
  const operation = pick(random, implemented);
  if (type === 'string')
    return /operation|name|id/.test(name) && random(4) > 0 ? operation.id : value(random, attacker);
  if (type !== 'object') return anything(random, attacker, 1);
  return Object.fromEntries(parametersOf(operation).map((parameter) => [parameter.name, value(random, attacker)]));
}

/** A value of JSON, nested at most so deep. */
function anything(random: Random, attacker: Attacker, depth: number): unknown {
  const kind = random(depth > 0 ? 7 : 5);
  if (kind === 5) return Array.from({ length: random(4) }, () => anything(random, attacker, depth - 1));
  if (kind === 6)
    return Object.fromEntries(
      Array.from({ length: random(4) }, () => [text(random), anything(random, attacker, depth - 1)]),
    );
  return [value(random, attacker), random(1000), null, true, -1.5][kind];
}
