import type { FastifyInstance, FastifyRequest } from 'fastify';
import { xmlText } from '../text/xml.ts';

/**
 * Bodies of pages are forms, urlencoded or multipart, else 400; routes get either as the text of an urlencoded one, without
 * what XML cannot carry.
 */
export function takeForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser('*', async () => {
    throw Object.assign(new Error('The body must be a form'), { statusCode: 400 });
  });
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => legalForm([...new URLSearchParams(body)]),
  );
  pages.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const fields = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
        throw Object.assign(new Error('The form is not readable'), { statusCode: 400 });
      });
      const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === 'string');
      return legalForm(texts);
    },
  );
}

const legalForm = (fields: [string, string][]) =>
  new URLSearchParams(fields.map((field) => field.map((text) => xmlText(text)))).toString();
