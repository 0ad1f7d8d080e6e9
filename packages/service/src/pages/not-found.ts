import { strictHeaders } from '@mailwright/server-runtime/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantsPage } from '../platform/http/media-types.ts';
import { page, pageHeaders } from '../platform/http/page.ts';
import { escapeHtml } from '../platform/text/escape.ts';

const notFoundPage = page('Not found', '<h1>Page not found</h1><p><a href="/">Home</a></p>');

/** 404: a page for browsers; programs are told where the API is, for they often leave its prefix out. */
export function answerNotFound(apiPrefix: string) {
  return ({ headers, url }: FastifyRequest, reply: FastifyReply) => {
    if (wantsPage(headers)) return reply.code(404).headers(pageHeaders).send(notFoundPage);
    const message = `Nothing found at ${url.split('?')[0]!.slice(0, 200)}; paths of the API start with ${apiPrefix}, such as ${apiPrefix}/ping.`;
    const json = headers.accept?.includes('json') === true;
    return reply
      .code(404)
      .headers(Object.fromEntries(strictHeaders))
      .type(json ? 'application/json' : 'application/xml')
      .send(
        json
          ? { message }
          : `<?xml version="1.0" encoding="UTF-8"?><error><message>${escapeHtml(message)}</message></error>`,
      );
  };
}
