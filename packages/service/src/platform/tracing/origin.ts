import { type Context, context, createContextKey, type Span } from '@opentelemetry/api';
import { parentContext } from './parent.ts';

/** The recorded request that work is done for. */
interface Origin {
  /** W3C Trace Context, section 3.2. */
  traceparent: string;
  /** Of the job that works for it. */
  kind?: string;
}

const originKey = createContextKey('origin');

/** The context of a request whose span is recorded: jobs that are enqueued within continue its trace. */
export function contextOfRequest(parent: Context, span: Span): Context {
  const { traceId, spanId } = span.spanContext();
  return parent.setValue(originKey, { traceparent: `00-${traceId}-${spanId}-01` } satisfies Origin);
}

/** The context of a job, which continues the trace that it was enqueued with. */
export function contextOfJob({ trace, kind }: { trace: string | null; kind: string }): Context {
  if (trace === null) return context.active();
  return parentContext(trace).setValue(originKey, { traceparent: trace, kind } satisfies Origin);
}

/**
 * The trace that a new job continues; `null` for none. A job that enqueues its next run begins a new one each time, or the trace
 * would never end.
 */
export function traceForJob(kind: string): string | null {
  const origin = context.active().getValue(originKey) as Origin | undefined;
  return origin === undefined || origin.kind === kind ? null : origin.traceparent;
}
