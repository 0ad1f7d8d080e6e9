import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { contextOfRequest } from './origin.ts';
import { parentContext } from './parent.ts';
import { SERVER, tracer } from './span.ts';

/** Makes a span of each request: with its method, operation and status, but without its path, which may hold addresses. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { method = '', headers } }, { raw: response }, done) => {
    const parent = parentContext(headers.traceparent);
    const span = tracer.startSpan(method, { kind: SERVER, attributes: { 'http.request.method': method } }, parent);
    if (!span.isRecording()) return done();
    response.once('close', () => {
      span.setAttribute('http.response.status_code', response.statusCode);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(contextOfRequest(trace.setSpan(parent, span), span), done);
  });
}
