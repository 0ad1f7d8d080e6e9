import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: unknown }[];
}

interface Point {
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  asDouble?: number;
  asInt?: number;
  count?: number;
  sum?: number;
  bucketCounts?: number[];
  explicitBounds?: number[];
}

interface Metric {
  name: string;
  gauge?: { dataPoints: Point[] };
  sum?: { dataPoints: Point[]; isMonotonic: boolean };
  histogram?: { dataPoints: Point[] };
}

/** A collector that takes traces and metrics over OTLP in JSON, and keeps them. */
export async function startCollector() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => received.join('\n'),
    spans: (): Span[] =>
      received.flatMap((each) =>
        (JSON.parse(each).resourceSpans ?? []).flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    metrics: (): Metric[] =>
      received.flatMap((each) =>
        (JSON.parse(each).resourceMetrics ?? []).flatMap(
          ({ scopeMetrics }: { scopeMetrics: { metrics: Metric[] }[] }) =>
            scopeMetrics.flatMap(({ metrics }) => metrics),
        ),
      ),
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}
