import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { page, pageHeaders } from '../platform/http/page.ts';

const docsFile = fileURLToPath(import.meta.resolve('@mailwright/spec/docs'));
const descriptionFile = fileURLToPath(import.meta.resolve('@mailwright/spec/openapi.json'));
/** The host in snippets when the page is made; readers get the one that they came to. */
const sampleHost = 'https://localhost:8443';

/** The documentation is one file that carries its own scripts and styles, and fetches nothing. */
const docsHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

const notBuilt = page(
  'Documentation',
  '<h1>The documentation is not built</h1><p>Build it with <code>npx nx run spec:docs</code>.</p>',
);

/** `/docs`: the documentation of the API, and the description itself. */
export function registerDocs(app: FastifyInstance, publicUrl: () => string): void {
  const documentation = served(docsFile, publicUrl);
  const description = served(descriptionFile, publicUrl);
  app.get('/docs', async (request, reply) => {
    if (!existsSync(docsFile)) return reply.code(404).headers(pageHeaders).send(notBuilt);
    return send(request, reply.headers(docsHeaders), await documentation());
  });
  app.get('/docs/openapi.json', async (request, reply) => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    return send(request, reply.headers(headers), await description());
  });
}

interface Served {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** A file with the host of this service in its samples, packed once for as long as it does not change. */
function served(file: string, publicUrl: () => string): () => Promise<Served> {
  let kept: { key: string; value: Promise<Served> } | undefined;
  return () => {
    const key = `${statSync(file).mtimeMs} ${publicUrl()}`;
    if (kept?.key !== key) kept = { key, value: pack(readFileSync(file, 'utf8').replaceAll(sampleHost, publicUrl())) };
    return kept.value;
  };
}

async function pack(text: string): Promise<Served> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 22 };
  const [gz, br] = await Promise.all([promisify(gzip)(plain), promisify(brotliCompress)(plain, { params })]);
  return { etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, gzip: gz, br };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { etag, plain, gzip: gz, br }: Served): FastifyReply {
  reply.headers({ etag, vary: 'accept-encoding' });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gz);
  return reply.send(plain);
}
