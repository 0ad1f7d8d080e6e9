import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rule } from '../src/index.ts';
import { type JudgedService, ownService } from './support/service.ts';

const { start } = ownService();
let judged: JudgedService;
let mailingid: number;
beforeAll(async () => {
  judged = await start();
  mailingid = await judged.client().mailings.create({ name: 'Watched', subject: 'x' }).orThrow();
  await judged.verdicts();
});
afterAll(() => judged?.service.close());

type Change = (body: string, headers: Headers) => string | { status: number; body: string };

/** An answer of the service, changed on its way to the judge. */
function disturbed(change: Change) {
  return async (response: Response) => {
    const headers = new Headers(response.headers);
    const changed = change(await response.text(), headers);
    const { status, body } = typeof changed === 'string' ? { status: response.status, body: changed } : changed;
    return new Response(body, { status, headers });
  };
}

const list = { states: ['draft'], fields: ['name'] } as const;
type Client = ReturnType<JudgedService['client']>;
const listMailings = (client: Client) =>
  client.mailings.listByStates({ ...list, states: [...list.states], fields: [...list.fields] });
const getName = (client: Client) => client.mailings.getName({ mailingid });
const getUnknown = (client: Client) => client.mailings.getName({ mailingid: 404404 });

test.each<[string, (client: Client) => PromiseLike<unknown>, Change, Rule, RegExp]>([
  ['wrong root', getName, (body) => body.replaceAll('name>', 'title>'), 'root', /must be name/],
  ['wrong root of an error', getUnknown, (body) => body.replaceAll('error>', 'fault>'), 'root', /must be error/],
  ['not well-formed', listMailings, (body) => body.replace('</mailings>', ''), 'well-formed', /mailings|closed/],
  ['a DTD', getName, (body) => body.replace('?>', '?><!DOCTYPE name>'), 'well-formed', /DTD|DOCTYPE/i],
  ['empty', getName, () => '', 'body', /has no body/],
  ['a missing required element', listMailings, (body) => body.replace(/<id>\d+<\/id>/, ''), 'body', /id is required/],
  ['text for a number', listMailings, (body) => body.replace(/<id>\d+<\/id>/, '<id>one</id>'), 'body', /integer/],
  ['a number out of range', listMailings, (body) => body.replace(/<id>\d+<\/id>/, '<id>0</id>'), 'body', />= 1/],
  ['too short a text', getName, () => '<name>x</name>', 'body', /3 characters/],
  ['a missing message', getUnknown, () => '<error/>', 'body', /message is required/],
  [
    'an undocumented status',
    getName,
    (body) => ({ status: 418, body }),
    'status',
    /^Status 418 is not documented; the documented statuses are 200, 400/,
  ],
  [
    'another media type',
    getName,
    (body, headers) => {
      headers.set('content-type', 'text/csv');
      return body;
    },
    'media-type',
    /text\/csv; documented: application\/vnd/,
  ],
  [
    'a missing X-Items',
    listMailings,
    (body, headers) => {
      headers.delete('x-items');
      return body;
    },
    'header',
    /x-items/i,
  ],
  [
    'X-Pages that is no number',
    listMailings,
    (body, headers) => {
      headers.set('x-pages', 'many');
      return body;
    },
    'header',
    /x-pages/i,
  ],
  [
    'X-Pages that contradicts X-Items',
    listMailings,
    (body, headers) => {
      headers.set('x-pages', '7');
      return body;
    },
    'paging',
    /7, but 1 items make 1/,
  ],
  [
    'a link that loses a parameter',
    listMailings,
    (body, headers) => {
      headers.set('link', headers.get('link')!.replace('states=draft', ''));
      return body;
    },
    'paging',
    /does not contain the parameter states/,
  ],
])('%s is reported', async (_, call, change, rule, message) => {
  await call(judged.client(disturbed(change)));
  const [verdict] = await judged.verdicts();
  const breaches = verdict!.findings.filter(({ level }) => level === 'error');
  expect(breaches.map((finding) => finding.rule)).toContain(rule);
  expect(breaches.map((finding) => finding.message).join('\n')).toMatch(message);

  await call(judged.client());
  const [honest] = await judged.verdicts();
  expect(honest!.findings).toEqual([]);
});
