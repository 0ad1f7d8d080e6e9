import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Makes spans once `startTracing` has registered an exporter; until then its spans record nothing and cost next to nothing. */
export const tracer = trace.getTracer('mailwright');

export const { CLIENT, CONSUMER, SERVER } = SpanKind;

/**
 * Runs work within a span. Attributes must not hold personal data; of an error the span has the name alone, because messages
 * can.
 */
export function inSpan<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Whether the running work belongs to a span that is recorded. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() === true;

/** Gives the span of the running request the name of its operation. */
export function nameSpan(operation: string): void {
  trace.getActiveSpan()?.updateName(operation);
}

/** What a line of the log says of the span that it was written in. */
export function spanFacts(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** A span by its identifiers, as W3C Trace Context writes them. */
export interface TraceRef {
  traceId: string;
  spanId: string;
}

/** The span that the running work belongs to, if it is recorded. */
export function runningTrace(): TraceRef | undefined {
  if (!isTraced()) return undefined;
  const { traceId, spanId } = trace.getActiveSpan()!.spanContext();
  return { traceId, spanId };
}
