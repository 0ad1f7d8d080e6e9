import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { page, pageHeaders } from '../platform/http/page.ts';

const docsFile = fileURLToPath(import.meta.resolve('@mailwright/spec/docs'));

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

/** `/docs`: the documentation of the API. */
export function registerDocs(app: FastifyInstance): void {
  app.get('/docs', async (_request, reply) => {
    if (!existsSync(docsFile)) return reply.code(404).headers(pageHeaders).send(notBuilt);
    return reply.headers(docsHeaders).send(createReadStream(docsFile));
  });
}
