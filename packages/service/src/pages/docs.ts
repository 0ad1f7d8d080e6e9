import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { page, pageHeaders } from '../platform/http/page.ts';
import { escapeHtml } from '../platform/text/escape.ts';

const site = dirname(fileURLToPath(import.meta.resolve('@mailwright/spec/docs')));
const descriptionFile = fileURLToPath(import.meta.resolve('@mailwright/spec/openapi.json'));
/** The host in snippets when the pages are made, replaced by the public one of this service. */
const sampleHost = 'localhost:8443';

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
]);

/** Pages run only their own script and send requests only to their own service. Browsers revalidate files by ETag. */
const docsHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

const notBuilt = page(
  'Documentation',
  '<h1>The documentation is not built</h1><p>Build it with <code>npx nx run spec:docs</code>.</p>',
);

interface SearchResult {
  /** Address within the site. */
  id: string;
  title: string;
  kind: string;
}

/** `/docs/`: the documentation as pages, its search, and the OpenAPI description. */
export function registerDocs(app: FastifyInstance, publicUrl: () => string): void {
  const hosted = (text: string) => text.replaceAll(sampleHost, publicUrl().replace('https://', ''));
  const description = packedFile(descriptionFile, hosted);
  app.get('/docs/openapi.json', async (request, reply) => {
    reply.headers({ ...docsHeaders, 'content-type': 'application/json' });
    return send(request, reply, await description());
  });
  if (!existsSync(join(site, 'index.html'))) {
    app.get('/docs', async (_request, reply) => reply.code(404).headers(pageHeaders).send(notBuilt));
    return;
  }
  app.get('/docs', async (request, reply) => {
    // Links of pages are relative, so that the address of a folder must end with a slash.
    if (!request.url.startsWith('/docs/')) return reply.redirect('/docs/', 308);
    reply.headers({ ...docsHeaders, 'content-type': types.get('.html') });
    return send(request, reply, await first());
  });
  const first = packedFile(join(site, 'index.html'), hosted);
  const missing = packedFile(join(site, '404.html'), hosted);
  // One route for all: a thousand of them would take longer than the rest of a start.
  let files: Map<string, Answer> | undefined;
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    files ??= listFiles(hosted);
    const answer = files.get(request.params['*']);
    if (answer !== undefined) return answer(request, reply);
    reply.code(404).headers({ ...docsHeaders, 'content-type': types.get('.html') });
    return send(request, reply, await missing());
  });
  const answerSearch = async ({ query }: FastifyRequest<{ Querystring: { q?: unknown } }>, reply: FastifyReply) =>
    reply.headers(docsHeaders).send(hosted(await searchPage(typeof query.q === 'string' ? query.q : '')));
  app.get('/docs/search', answerSearch);
  app.get('/docs/search.html', answerSearch);
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The files of the site by their paths in it; pages also by their names without `.html`. */
function listFiles(hosted: (text: string) => string): Map<string, Answer> {
  const files = new Map<string, Answer>();
  for (const name of globSync('**/*.*', { cwd: site })) {
    const path = name.replaceAll('\\', '/').replace(/\.gz$/, '');
    const answer = path.endsWith('.png') ? pictureAnswer(join(site, name)) : textAnswer(join(site, name), path, hosted);
    files.set(path, answer);
    if (path.endsWith('.html')) files.set(path.slice(0, -'.html'.length), answer);
  }
  return files;
}

function pictureAnswer(file: string): Answer {
  const headers = { ...docsHeaders, 'content-type': types.get('.png') };
  return async (_request, reply) => reply.headers(headers).send(readBytes(file));
}

function textAnswer(file: string, path: string, hosted: (text: string) => string): Answer {
  const headers = { ...docsHeaders, 'content-type': types.get(extname(path)) };
  const packed = packedFile(file, hosted);
  return async (request, reply) => send(request, reply.headers(headers), await packed());
}

let search: Promise<(query: string) => SearchResult[]> | undefined;

/** Loads the search that browsers run too. */
async function loadSearch(): Promise<(query: string) => SearchResult[]> {
  const { find, loadIndex } = await import(pathToFileURL(join(site, 'search.js')).href);
  const index = loadIndex(readFileSync(join(site, 'search.json'), 'utf8'));
  return (query) => find(index, query);
}

/** Search results for visitors without JavaScript. */
async function searchPage(query: string): Promise<string> {
  search ??= loadSearch();
  const found = (await search)(query);
  const items = found.map(
    ({ id, title, kind }) =>
      `<li><a href="${escapeHtml(id)}">${escapeHtml(title)}</a> <small>${escapeHtml(kind)}</small></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No results.</p>';
  const body = `<p>Search: ${escapeHtml(query.slice(0, 200))}</p>${list}`;
  const page = readFileSync(join(site, 'search.html'), 'utf8');
  const [before] = page.split('<!--results-->', 1);
  return before + body + page.slice(page.indexOf('<!--/results-->'));
}

interface Packed {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** Reads a file with the host of this service in its samples; compressed once until it changes. */
function packedFile(file: string, hosted: (text: string) => string): () => Promise<Packed> {
  let kept: { key: string; value: Promise<Packed> } | undefined;
  return () => {
    const key = `${statSync(file).mtimeMs} ${hosted(sampleHost)}`;
    if (kept?.key !== key) kept = { key, value: pack(hosted(readBytes(file).toString())) };
    return kept.value;
  };
}

/** The package for Debian and the image have pages in `gzip`, for their size. */
function readBytes(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function pack(text: string): Promise<Packed> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 22 };
  const [gz, br] = await Promise.all([promisify(gzip)(plain), promisify(brotliCompress)(plain, { params })]);
  return { etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, gzip: gz, br };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { etag, plain, gzip: gz, br }: Packed): FastifyReply {
  reply.headers({ etag, vary: 'accept-encoding' });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gz);
  return reply.send(plain);
}
