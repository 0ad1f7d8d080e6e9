import type { OperationTable } from './api.ts';

/**
 * Returns the headers that announce the end of an operation: `Deprecation` with the first second of the day in UTC (RFC 9745,
 * section 2), and `Sunset` (RFC 8594, section 3). A deprecated operation without a day has no `Deprecation`, which is a date.
 */
export function deprecationHeaders({ since, sunset }: OperationTable['deprecation'] = {}): [string, string][] {
  return [
    ...(since === undefined ? [] : [['Deprecation', `@${Date.parse(since) / 1000}`] as [string, string]]),
    ...(sunset === undefined ? [] : [['Sunset', new Date(sunset).toUTCString()] as [string, string]]),
  ];
}
