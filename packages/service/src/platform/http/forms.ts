import { FormFault, parseForm, usualForm } from '@mailwright/server-runtime/web';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { xmlText } from '../text/xml.ts';

/** Texts of a form by their names. */
export interface TextForm {
  get(name: string): string | null;
  getAll(name: string): string[];
}

/** Mailbox providers (RFC 8058) and scripts of other pages send multipart forms too. */
const bounds = { ...usualForm, multipart: true };

/** Bodies of pages are forms, urlencoded or multipart, else 400; routes read them by `formOf`. */
export function takeForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser('*', async () => {
    throw Object.assign(new Error('The body must be a form'), { statusCode: 400 });
  });
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  pages.addContentTypeParser(types, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    readTexts(body, request.headers['content-type']),
  );
}

function readTexts(body: Buffer, type: string | undefined): TextForm {
  try {
    const form = parseForm(body, type, bounds);
    const textsOf = (name: string) =>
      form.getAll(name).flatMap((value) => (typeof value === 'string' ? [xmlText(value)] : []));
    return { get: (name) => textsOf(name)[0] ?? null, getAll: textsOf };
  } catch (error) {
    throw error instanceof FormFault ? Object.assign(error, { statusCode: error.status }) : error;
  }
}

/** Returns the form of a request; one without a body has no fields. */
export const formOf = ({ body }: Pick<FastifyRequest, 'body'>): TextForm => (body as TextForm | undefined) ?? noForm;

const noForm: TextForm = { get: () => null, getAll: () => [] };
