import { type Context, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** The context that a header `traceparent` names (W3C Trace Context, section 3.2); an invalid one names none. */
export function parentContext(header: string | string[] | undefined): Context {
  const [, traceId, spanId, flags] = (typeof header === 'string' && pattern.exec(header)) || [];
  if (!traceId || !spanId || !flags || isZero(traceId) || isZero(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const isZero = (id: string) => /^0+$/.test(id);
