import { context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOfJob, contextOfRequest, traceForJob } from './origin.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${spanId}-01`;
const span = { spanContext: () => ({ traceId, spanId, traceFlags: 1 }) } as Span;

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => context.disable());

test('a job continues the trace of the request, and so do the jobs that it enqueues', () => {
  context.with(contextOfRequest(ROOT_CONTEXT, span), () => expect(traceForJob('send')).toBe(traceparent));
  context.with(contextOfJob({ trace: traceparent, kind: 'send' }), () => {
    expect(trace.getSpanContext(context.active())).toMatchObject({ traceId, spanId });
    expect(traceForJob('settle')).toBe(traceparent);
  });
});

test('the next run of a job does not, and without a request there is none', () => {
  context.with(contextOfJob({ trace: traceparent, kind: 'send' }), () => expect(traceForJob('send')).toBe(null));
  context.with(contextOfJob({ trace: null, kind: 'send' }), () => expect(traceForJob('settle')).toBe(null));
  expect(traceForJob('send')).toBe(null);
});
