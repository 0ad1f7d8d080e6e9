import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { page, pageHeaders } from '../platform/http/page.ts';
import { escapeHtml } from '../platform/text/escape.ts';

const site = dirname(fileURLToPath(import.meta.resolve('@mailwright/spec/docs')));
const descriptionFile = fileURLToPath(import.meta.resolve('@mailwright/spec/openapi.json'));
/** The host in snippets when the pages are made; readers get the one that they came to. */
const sampleHost = 'localhost:8443';

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
]);

/** The pages run their own script and ask their own service, nothing else. Files are kept, and asked for again by ETag. */
const docsHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

const notBuilt = page(
  'Documentation',
  '<h1>The documentation is not built</h1><p>Build it with <code>npx nx run spec:docs</code>.</p>',
);

interface SearchEntry {
  title: string;
  url: string;
  kind: string;
}

/** `/docs`: the documentation of the API in pages, its search, and the description itself. */
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
  for (const name of globSync('**/*.*', { cwd: site })) {
    if (name === 'search.html') continue;
    const file = packedFile(join(site, name), hosted);
    const path = name === 'index.html' ? '/docs' : `/docs/${name.replaceAll('\\', '/').replace(/\.html$/, '')}`;
    app.get(path, async (request, reply) => {
      reply.headers({ ...docsHeaders, 'content-type': types.get(extname(name)) });
      return send(request, reply, await file());
    });
  }
  app.get<{ Querystring: { q?: unknown } }>('/docs/search', async ({ query }, reply) =>
    reply.headers(docsHeaders).send(await searchPage(typeof query.q === 'string' ? query.q : '')),
  );
}

/** Search results for visitors without JavaScript. */
async function searchPage(query: string): Promise<string> {
  const { find } = await import(pathToFileURL(join(site, 'search.js')).href);
  const entries = JSON.parse(readFileSync(join(site, 'search.json'), 'utf8'));
  const found: SearchEntry[] = find(entries, query);
  const items = found.map(
    ({ title, url, kind }) =>
      `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a> <small>${escapeHtml(kind)}</small></li>`,
  );
  const list = items.length > 0 ? `<ul class="found">${items.join('')}</ul>` : '<p>No results.</p>';
  const body = `<h1>Search: ${escapeHtml(query.slice(0, 200))}</h1>${list}`;
  return readFileSync(join(site, 'search.html'), 'utf8').replace('<!--results-->', () => body);
}

interface Packed {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** A file with the host of this service in its samples, packed once for as long as it does not change. */
function packedFile(file: string, hosted: (text: string) => string): () => Promise<Packed> {
  let kept: { key: string; value: Promise<Packed> } | undefined;
  return () => {
    const key = `${statSync(file).mtimeMs} ${hosted(sampleHost)}`;
    if (kept?.key !== key) kept = { key, value: pack(hosted(readFileSync(file, 'utf8'))) };
    return kept.value;
  };
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
