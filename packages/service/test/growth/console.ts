import { readFileSync } from 'node:fs';
import { createConsole, type Entrance, type Sessions } from '@mailwright/console';
import { type FormBounds, usualForm } from '@mailwright/server-runtime/web';
import { readShownBlocks } from '../../../console/src/blocks/document.ts';
import { plainDress } from '../../../console/src/blocks/read-rich-text.ts';
import { printRichText, readRichText } from '../../../console/src/blocks/rich-text.ts';
import { routes } from '../../../console/src/pages/routes.ts';
import { formToken } from '../../../console/src/web/sessions.ts';
import { html, mjml, type Shape } from './shapes.ts';
import type { Subject } from './subjects.ts';

/** An account of which nothing is known: pages read what was sent, and say that there is no such thing. */
const answerApi = async (request: Request): Promise<Response> =>
  request.url.endsWith('/account')
    ? Response.json({ id: 1, name: 'Example' })
    : Response.json({ message: 'There is none.' }, { status: 404 });

const origin = 'https://console.example';
const session = 'session';
/** Never ends. */
const sessions: Sessions = { open: async () => undefined, findKey: async () => 'key', close: async () => {} };
const wrong = async () => ({ fault: () => 'wrong' });
const entrance: Entrance = {
  enterByPassword: wrong,
  enterByCode: wrong,
  enterByPasskey: wrong,
  passkeyOptions: async () => ({}),
  requestReset: () => {},
  findFirst: async () => undefined,
  createFirst: wrong,
  invitedPasskeyOptions: async () => undefined,
  acceptByPasskey: async () => () => 'wrong',
  findInvited: async () => undefined,
  choosePassword: async () => () => 'wrong',
  findSelf: async () => undefined,
};
const handle = createConsole({ apiUrl: () => `${origin}/1.0`, fetchFor: () => answerApi, sessions, entrance });
const visitor = { address: '192.0.2.1' };

/** A path that matches the pattern of a route. */
const pathOf = (pattern: RegExp): string =>
  pattern.source.replaceAll(/\(\?<\w+>[^)]*\)/g, '1').replaceAll(/[\^$\\]/g, '');

/** Forms of people who have not signed in, which are no routes. */
const beside = ['console.ts', 'pages/ways-in.ts'].flatMap((file) =>
  [
    ...readFileSync(new URL(`../../../console/src/${file}`, import.meta.url), 'utf8').matchAll(/\/console\/[\w/-]+/g),
  ].map(([path]) => path),
);

interface FormRoute {
  path: string;
  bounds: FormBounds;
}

/** Every address that takes a form. */
export const formRoutes: FormRoute[] = [
  ...routes.filter(({ method }) => method === 'POST').map(({ pattern, bounds }) => ({ path: pathOf(pattern), bounds })),
  ...[...new Set(beside)].map((path) => ({ path, bounds: usualForm })),
];

const boundary = 'x';
const beginOf = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
const token = formToken(session);
const parts = `${beginOf('token')}\r\n\r\n${token}\r\n`;
const head = `token=${token}&`;
const tail = `\r\n--${boundary}--\r\n`;

const urlencodedShapes: Shape[] = [
  { name: 'fields', head, open: 'a#=b&' },
  { name: 'fields of one letter', head, open: 'a&' },
  { name: 'ampersands', head, open: '&' },
  { name: 'one value', head: `${head}a=`, open: 'x' },
  { name: 'percent-encoding', head: `${head}a=`, open: '%C3%A4' },
  { name: 'wrong percent-encoding', head: `${head}a=`, open: '%' },
  { name: 'spaces', head: `${head}a=`, open: '+' },
  { name: 'one name', head, open: 'x' },
  { name: 'lines', head: `${head}entries=`, open: 'a%0A' },
];
const file = `${parts}${beginOf('file')}; filename="a.csv"\r\n\r\n`;
const multipartShapes: Shape[] = [
  { name: 'parts', head: parts, open: `${beginOf('a#')}\r\n\r\nb\r\n`, tail },
  { name: 'a file', head: file, open: 'x;y\r\n', tail },
  { name: 'almost delimiters', head: file, open: '\r\n--', tail },
  { name: 'line ends', head: file, open: '\r\n', tail },
  { name: 'a long head', head: `${parts}${beginOf('file')}\r\n`, open: 'a#: b\r\n', tail: `\r\n${tail}` },
  { name: 'a long name', head: `${parts}--x\r\nContent-Disposition: form-data; `, open: ';name=', tail },
  { name: 'parts without ends', head: parts, open: `${beginOf('a')}\r\n` },
];

async function send(path: string, text: string): Promise<void> {
  const type = text.startsWith('--')
    ? `multipart/form-data; boundary=${boundary}`
    : 'application/x-www-form-urlencoded';
  const headers = { 'content-type': type, cookie: `__Host-mailwright=${session}` };
  const answer = await handle(new Request(origin + path, { method: 'POST', headers, body: text }), visitor);
  if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
  await answer.arrayBuffer();
  // What others wait for is the turn of one request.
  await new Promise((resolve) => setImmediate(resolve));
}

/** A row for the forms with the same bounds, each of which is sent to its page. */
const formSubjects = [...Map.groupBy(formRoutes, ({ bounds }) => JSON.stringify(bounds)).values()].map(
  (alike): Subject => {
    const { path, bounds } = alike[0]!;
    return {
      name: `form of ${path}${alike.length > 1 ? ` and ${alike.length - 1} others` : ''}`,
      covers: [],
      shapes: bounds.multipart ? [...urlencodedShapes, ...multipartShapes] : urlencodedShapes,
      size: bounds.bytes,
      async run(text) {
        for (const each of alike) await send(each.path, text);
      },
    };
  },
);

/** Node takes 16 KB of headers together with the address: `URLSearchParams` is quick enough for as much. */
const query: Subject = {
  name: 'query of a page of the console',
  covers: [],
  shapes: [
    { name: 'fields', open: 'a#=b&' },
    { name: 'fields of one letter', open: 'a&' },
    { name: 'percent-encoding', open: '%C3%A4' },
  ],
  size: 16_384,
  async run(text) {
    const headers = { cookie: `__Host-mailwright=${session}` };
    await handle(new Request(`${origin}/console/mailings/compare?${text}`, { headers }), visitor);
  },
};

const columnHead = '<mjml><mj-body><mj-section><mj-column>';
const columnTail = '</mj-column></mj-section></mj-body></mjml>';
/** What mailings have as blocks is read by the console itself. */
const blocks: Subject[] = [
  {
    name: 'MJML as blocks',
    covers: [],
    shapes: [
      ...mjml,
      { name: 'texts', head: columnHead, open: '<mj-text>a <b>b</b></mj-text>', tail: columnTail },
      { name: 'nested code', head: columnHead, open: '<mj-raw>', close: '</mj-raw>', tail: columnTail },
      { name: 'ends of code', head: `${columnHead}<mj-raw>`, open: '</ x>', tail: `</mj-raw>${columnTail}` },
    ],
    size: 500_000,
    run: (text) => readShownBlocks(text),
  },
  { name: 'HTML of a block', covers: [], shapes: html, size: 500_000, run: (text) => readRichText(text) },
  {
    name: 'text of a block',
    covers: [],
    shapes: [
      { name: 'words', open: 'x ' },
      { name: 'lines', open: 'x\n' },
      { name: 'paragraphs', open: 'x\n\n' },
      { name: 'items', open: '- x\n' },
      { name: 'marks', open: '**_[' },
      { name: 'bold', open: '**x** ' },
      { name: 'links', open: '[x](#y)' },
      { name: 'links without ends', open: '[x](' },
      { name: 'one link without end', head: '[x](', open: '(' },
      { name: 'tags', open: '[[CONTACT|ID]]' },
      { name: 'tags without ends', open: '[[{{{%' },
      { name: 'backslashes', open: '\\' },
    ],
    size: 500_000,
    run: (text) => printRichText(text, plainDress),
  },
];

export const consoleSubjects: Subject[] = [...formSubjects, ...blocks, query];
