import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileReferences } from '../contract/places.ts';
import type { Exchange, HeaderLines } from '../exchange/exchange.ts';
import { createSender, type Sender } from '../exchange/send.ts';
import { InputError, KeyError, UnreachableError } from '../input-error.ts';
import { readUrl } from './options.ts';

/** Options for fetching a description, with the key if the service itself serves it. */
export interface Fetching {
  sender: Pick<Sender, 'send'>;
  baseUrl: string;
  credentials: HeaderLines;
}

/** Paths at which frameworks serve their generated description, the most frequent first. */
const USUAL = [
  'openapi.json',
  'openapi.yaml',
  'openapi',
  'swagger.json',
  'v3/api-docs',
  'api-json',
  'docs/json',
  'doc',
];

const isUrl = (given: string) => /^[a-z][a-z\d+.-]+:\/\//i.test(given);

/** A description that is given by file or URL, as a file. @throws InputError when there is none */
export async function localDescription(given: string, fetching?: Fetching): Promise<string> {
  if (!isUrl(given)) return existing(given);
  readUrl(given, 'the address of a description');
  if (fetching) return download(given, fetching);
  const sender = createSender({ timeout: TIMEOUT });
  try {
    return await download(given, { sender, baseUrl: given, credentials: [] });
  } finally {
    sender.close();
  }
}

function existing(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new InputError(`There is no file ${file}: give the file or the URL of an OpenAPI description.`);
  if (found.isDirectory()) throw new InputError(`${file} is a folder: give the file of the description in it.`);
  return file;
}

/** The URL at which a service describes itself. @throws InputError when it does so nowhere where it is usual */
export async function askForDescription(fetching: Fetching): Promise<string> {
  const { baseUrl } = fetching;
  const places = [...new Set([`${baseUrl}/`, new URL('/', baseUrl).href])];
  const urls = places.flatMap((place) => USUAL.map((name) => new URL(name, place).href));
  for (const url of urls) {
    const { response } = await get(url, fetching);
    const text = Buffer.from(response.body).toString();
    if (response.status === 200 && /["']?(openapi|swagger)["']?\s*:\s*["']?[23]/.test(text)) return url;
  }
  throw new InputError(
    `The service does not describe itself at any of ${USUAL.map((name) => `/${name}`).join(', ')}: give the file or the URL of its description.`,
  );
}

const WITH_KEY = 'pass it with --auth to verify, or download the description and give its file';

const TIMEOUT = 30_000;

/** Origins of downloaded files, by directory. */
const rooms = new Map<string, string>();

/** A text that calls files that were downloaded by their addresses. */
export function byAddress(text: string): string {
  return [...rooms].reduce(
    (told, [room, origin]) => told.replaceAll(new RegExp(`[^\\s"']*${basename(room)}`, 'g'), origin),
    text,
  );
}

/** Downloads a description with the files that it refers to, which stand to each other as at their addresses. */
async function download(url: string, fetching: Fetching): Promise<string> {
  const room = mkdtempSync(join(tmpdir(), 'mailwright-contract-'));
  rooms.set(room, new URL(url).origin);
  process.once('exit', () => rmSync(room, { recursive: true, force: true }));
  const fileOf = (address: string) => join(room, decodeURIComponent(new URL(address).pathname));
  const addresses = new Set([url]);
  for (const address of addresses) {
    const { response } = await get(address, fetching);
    if (response.status === 401) throw new KeyError(`${address} asks for a key: ${WITH_KEY}.`);
    if (response.status !== 200)
      throw new InputError(`There is no description at ${address}: it was answered with ${response.status}.`);
    const text = Buffer.from(response.body).toString();
    mkdirSync(dirname(nameOf(fileOf(address))), { recursive: true });
    writeFileSync(nameOf(fileOf(address)), text);
    for (const reference of fileReferences(text)) {
      const other = new URL(reference, address);
      if (other.origin === new URL(url).origin) addresses.add(other.href);
    }
  }
  return nameOf(fileOf(url));
}

/** `/` has no name of its own. */
const nameOf = (file: string) => (/[\\/]$/.test(file) ? join(file, 'openapi') : file);

/** The key goes to the service alone. */
async function get(url: string, { sender, baseUrl, credentials }: Fetching): Promise<Exchange> {
  const isOfService = new URL(url).origin === new URL(baseUrl).origin;
  const headers: HeaderLines = [
    ['Accept', 'application/json, application/yaml, */*'],
    ...(isOfService ? credentials : []),
  ];
  const request = { method: 'GET', url, headers, body: new Uint8Array() };
  return sender.send(request).catch((error: NodeJS.ErrnoException) => {
    throw new UnreachableError(`Nothing responds at ${url}: ${error.message || error.code}`);
  });
}
