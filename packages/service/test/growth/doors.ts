import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, deflateRaw, gzip } from 'node:zlib';
import Fastify from 'fastify';
import { readMoveFile } from '../../src/administration/moving/file.ts';
import { signed } from '../../src/administration/moving/signature.ts';
import { readJson } from '../../src/app/tools/read-json.ts';
import { serveTools } from '../../src/app/tools/serve-tools.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { takeForms } from '../../src/platform/http/forms.ts';
import { workerFunctions } from '../../src/platform/workers/worker-pool.ts';
import { bounceEvents } from '../../src/sending/index.ts';
import { eventKeys, requests } from '../support/provider-events.ts';
import { packEntries, workbookParts } from '../support/workbook.ts';
import { json } from './json-shapes.ts';
import type { Shape } from './shapes.ts';
import type { Subject } from './subjects.ts';

/** Nothing may be asked of a database before an event of ours is found. */
const noDatabase = new Proxy({} as Db, {
  get(_, name) {
    throw new Error(`The database was asked for ${String(name)}.`);
  },
});

/**
 * Events of each provider, as large as it may send them: without a right signature, and with one if that covers the body.
 * Their mails are of nobody.
 */
const events = bounceEvents.eventProviders.map((provider): Subject => {
  const { headers } = requests[provider]!('bounce', 'x');
  const tools = {
    db: noDatabase,
    keys: eventKeys,
    fetch: () => Promise.reject(new Error('Nothing is fetched for what is not signed.')),
  };
  return {
    name: `events of ${provider}`,
    covers: [],
    routes: [`/bounce-events/${provider}`],
    shapes: [...json, { name: 'no JSON', open: 'x' }],
    size: bounceEvents.eventBytes.get(provider)!,
    run: (text) =>
      bounceEvents.acceptEvents(tools, provider, { body: Buffer.from(text), headers: lowerCased(headers) }),
  };
});

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const caller = {
  baseUrl: 'https://a/1.0',
  fetch: async () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
  key: 'x',
  rights: ['get', 'post', 'put', 'delete'] as const,
  confirmationSecret: new Uint8Array(32),
};

/** Sends a message to `/mcp`, behind its check of the key. */
async function callTools(body: unknown): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answer = await serveTools(new Request('https://a/mcp', { method: 'POST', headers }), body, caller);
  return answer.text();
}

interface ListedTool {
  name: string;
  inputSchema: { properties: Record<string, { type: string }> };
}

const listing = await callTools({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
/** The tools that assistants are offered; those of single operations read what the API does. */
const tools: ListedTool[] = JSON.parse(/^data: (.*"tools".*)$/m.exec(listing)?.[1] ?? listing).result.tools;

const messageHead = (name: string, given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{${given}`;

/** Calls of a tool with a large argument each, by its schema. */
const shapesOfTool = ({ name, inputSchema }: ListedTool): Shape[] =>
  Object.entries(inputSchema.properties).flatMap(([argument, { type }]): Shape[] => {
    const head = (value: string) => messageHead(name, `"${argument}":${value}`);
    return type === 'string'
      ? [{ name: `words in ${argument}`, head: head('"'), open: 'a# ', tail: '"}}}' }]
      : [
          { name: `members of ${argument}`, head: head('{"x":1'), open: ',"x#":1', tail: '}}}}' },
          { name: `nested ${argument}`, head: head('{"x":'), open: '[', close: ']', tail: '}}}}' },
        ];
  });

async function callWith(text: string): Promise<void> {
  const { body, fault } = await readJson(Buffer.from(text), 1);
  if (fault === undefined && !(Array.isArray(body) && body.length > 100)) await callTools(body);
}

const calls: Subject[] = [
  ...tools.map((tool) => ({
    name: `tool ${tool.name}`,
    covers: [],
    tools: [tool.name],
    shapes: [
      ...shapesOfTool(tool),
      { name: 'other arguments', head: messageHead(tool.name, '"x":1'), open: ',"x#":1', tail: '}}}' },
    ],
    size: 4 * 1024 * 1024,
    run: callWith,
  })),
  {
    name: 'messages to /mcp',
    covers: [],
    routes: ['/mcp'],
    shapes: [
      ...json,
      {
        name: 'name of a tool',
        head: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"',
        open: 'a# ',
        tail: '"}}',
      },
      { name: 'method', head: '{"jsonrpc":"2.0","id":1,"method":"', open: 'x', tail: '"}' },
    ],
    size: 4 * 1024 * 1024,
    run: callWith,
  },
];

const boundary = 'b';
const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`;

/** Forms of the public pages, which all read them in the same way. */
const forms: Subject = {
  name: 'form of a public page',
  covers: [],
  routes: [
    ...['/u/:token', '/p/:token', '/p/:token/own-data', '/own-data/:link', '/doi/:token', '/approve/:token'],
    ...['/forms/:token', '/outbox/clear'],
  ],
  shapes: [
    { name: 'fields', head: 'a', open: '&a' },
    { name: 'names', head: 'a', open: '&a#=b' },
    { name: 'percent signs', head: 'a=', open: '%C3%A4' },
    { name: 'parts', open: `${part}x\r\n`, tail: `--${boundary}--\r\n` },
    { name: 'no end of a part', head: part, open: '\r\n-' },
  ],
  size: 16 * 1024,
  async run(text) {
    const app = Fastify();
    takeForms(app);
    app.post('/', async ({ body }) => String(body).length);
    const isMultipart = text.startsWith('--');
    const type = isMultipart ? `multipart/form-data; boundary=${boundary}` : 'application/x-www-form-urlencoded';
    await app.inject({ method: 'POST', url: '/', payload: text, headers: { 'content-type': type } });
    await app.close();
  },
};

const uploads = workerFunctions<typeof import('../../src/imports/reading/worker.ts')>(
  new URL('../../src/imports/files/upload.ts', import.meta.url).href,
  '../reading/worker',
);
const pack = promisify(deflateRaw);
const sheet = '<worksheet><sheetData>';
const stringsHead = '<sst>';

/** Workbooks by what they unpack to: a sheet, or shared strings. */
const workbooks: Subject = {
  name: 'workbook',
  covers: ['imports/reading/workbook-parts.ts', 'platform/files/archive.ts', 'imports/reading/long-markup.ts'],
  shapes: [
    {
      name: 'rows',
      head: sheet,
      open: '<row><c t="inlineStr"><is><t>a#</t></is></c></row>',
      tail: '</sheetData></worksheet>',
    },
    { name: 'cells of a row', head: `${sheet}<row>`, open: '<c><v>1</v></c>', tail: '</row></sheetData></worksheet>' },
    { name: 'attributes', head: '<worksheet ', open: 'a#="b" ', tail: '/>' },
    {
      name: 'attributes of many',
      head: sheet,
      open: `<row ${'a="b" '.repeat(200)}/>`,
      tail: '</sheetData></worksheet>',
    },
    { name: 'a comment', head: `${sheet}<!--`, open: '<a>', tail: '--></sheetData></worksheet>' },
    { name: 'nested elements', head: sheet, open: '<row>', close: '</row>', tail: '</sheetData></worksheet>' },
    { name: 'unclosed elements', head: sheet, open: '<row><c>' },
    { name: 'strings', head: stringsHead, open: '<si><t>a#</t></si>', tail: '</sst>' },
    { name: 'a long string', head: `${stringsHead}<si><t>`, open: '&amp;', tail: '</t></si></sst>' },
    { name: 'runs of a string', head: `${stringsHead}<si>`, open: '<r><t>a</t></r>', tail: '</si></sst>' },
  ],
  size: 32 * 1024 * 1024,
  async run(text) {
    const parts = text.startsWith(stringsHead)
      ? workbookParts('<worksheet/>', { strings: { name: 'sharedStrings.xml', content: text } })
      : workbookParts(text);
    const entries = Object.entries(parts).map(async ([name, content]) => {
      const bytes = Buffer.from(content);
      return { name, method: 8, crc: crc32(bytes), packed: await pack(bytes), bytes: bytes.length };
    });
    const file = packEntries(await Promise.all(entries));
    await uploads('readFile', { bytes: file, name: 'a.xlsx' }, { deadlineMillis: 120_000 }).catch((error: Error) => {
      if (!/LimitError$|DeadlineError$/.test(error.name)) throw error;
    });
  },
};

const zip = promisify(gzip);
const moveKey = 'the key of both installations, long enough';
const fileHead = '{"head":{"format":2,"account":{"id":1,"name":"a","domain":"a"},"tables":[],"dkimKeys":{}}}\n';
const page = '{"table":"contact","rows":[{}';

/** Files of accounts, by what they unpack to. */
const accountFiles: Subject = {
  name: 'file of an account',
  covers: ['administration/moving/file.ts', 'administration/moving/file-parts.ts'],
  shapes: [
    { name: 'pages', head: fileHead, open: `${page}]}\n` },
    { name: 'rows of a page', head: fileHead + page, open: ',{}', tail: ']}\n' },
    { name: 'empty lines', head: fileHead, open: '\n' },
    { name: 'a line without an end', open: 'x' },
    { name: 'a large head', head: '{"head":{"format":2,"x":', open: '[', close: ']', tail: '}}\n' },
  ],
  size: 16 * 1024 * 1024,
  async run(text) {
    const path = join(tmpdir(), `mailwright-growth-${randomUUID()}`);
    await writeFile(path, signed(Readable.from([await zip(text)]), moveKey));
    try {
      for await (const _ of readMoveFile(path, moveKey));
    } catch (error) {
      if (!/is no complete file|is not complete/.test((error as Error).message)) throw error;
    } finally {
      await rm(path, { force: true });
    }
  },
};

/** What came in through other doors than the operations of the API. */
export const doorSubjects: readonly Subject[] = [...events, ...calls, forms, workbooks, accountFiles];
