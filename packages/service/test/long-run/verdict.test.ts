import { expect, test } from 'vitest';
import type { HourlySample, Sample } from './samples.ts';
import { faultsOf, trendsOf } from './verdict.ts';

const hours = Array.from({ length: 24 }, (_, index) => index + 1);
const rows = (memory: (hour: number) => number): Sample[] =>
  hours.map((hour) => ({ hour, memory: memory(hour), descriptors: 40, threads: 20 }));
const hourly = (of: (hour: number) => Partial<HourlySample> = () => ({})): HourlySample[] =>
  hours.map((hour) => ({
    ...{ hour, seconds: 60, tables: 1000, indexes: 1000, rows: 10, log: 5, jobs: 0, recipients: 0 },
    ...of(hour),
  }));
const end = { jobs: 0, recipients: 0, doubled: 0 };

test.each<[string, Sample[], HourlySample[], string[]]>([
  ['all is flat', rows(() => 300), hourly(), []],
  ['memory that grows to its level in the first hours', rows((hour) => Math.min(300, 60 * hour)), hourly(), []],
  ['memory that leaks', rows((hour) => 100 + 10 * hour), hourly(), ['memory grew from 200 to 320']],
  ['tables that grow with their rows', rows(() => 300), hourly((hour) => ({ tables: 100 * hour, rows: hour })), []],
  [
    'tables that swell',
    rows(() => 300),
    hourly((hour) => ({ tables: 100 * hour })),
    ['bytes of tables for a row grew from 100 to 220'],
  ],
  [
    'hours that take longer and longer',
    rows(() => 300),
    hourly((hour) => ({ seconds: hour })),
    ['seconds of an hour grew from 10 to 22'],
  ],
])('%s', (_, samples, each, wanted) => {
  expect(faultsOf(trendsOf(samples, each), end)).toEqual(wanted);
});

test('what is left at the end is told', () => {
  expect(faultsOf([], { jobs: 3, recipients: 0, doubled: 1 })).toEqual(['3 jobs at the end', '1 doubled at the end']);
});
