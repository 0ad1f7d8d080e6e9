import { trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { parentContext } from './parent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, traceFlags: 1, isRemote: true }],
  [`00-${traceId}-${spanId}-00`, { traceId, spanId, traceFlags: 0, isRemote: true }],
  [`ff-${traceId}-${spanId}-01`, undefined],
  [`00-${'0'.repeat(32)}-${spanId}-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-${spanId}-01`, undefined],
  [['a', 'b'], undefined],
  [undefined, undefined],
])('traceparent %j', (header, wanted) => {
  expect(trace.getSpanContext(parentContext(header))).toEqual(wanted);
});
