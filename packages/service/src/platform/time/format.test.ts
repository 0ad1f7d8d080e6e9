import { expect, test } from 'vitest';
import { formatIsoDateTime, formatSqlDateTime, formatSqlTimestamp } from './format.ts';

test.each([
  ['2031-02-03T09:14:41.000Z', '2031-02-03 09:14:41', '2031-02-03 09:14:41.0', '2031-02-03T09:14:41.000+00:00'],
  ['2031-02-03T09:14:41.250Z', '2031-02-03 09:14:41', '2031-02-03 09:14:41.25', '2031-02-03T09:14:41.250+00:00'],
  ['2031-12-31T23:59:59.999Z', '2031-12-31 23:59:59', '2031-12-31 23:59:59.999', '2031-12-31T23:59:59.999+00:00'],
])('%s', (iso, sql, timestamp, withOffset) => {
  const date = new Date(iso);
  expect([formatSqlDateTime(date), formatSqlTimestamp(date), formatIsoDateTime(date)]).toEqual([
    sql,
    timestamp,
    withOffset,
  ]);
});
