import { expect, test } from 'vitest';
import { DiskGuard } from './disk-guard.ts';

const mebibyte = 1024 * 1024;

test('changes are refused below 64 MiB and accepted from 80 MiB on; between looks are 100 ms', () => {
  let now = 0;
  let free = 0;
  const guard = new DiskGuard(
    () => free * mebibyte,
    () => now,
  );
  const rows: [milliseconds: number, free: number, wanted: boolean | undefined][] = [
    [0, 1000, undefined],
    [50, 10, undefined],
    [100, 64, undefined],
    [200, 63.9, true],
    [300, 10, undefined],
    [400, 79, undefined],
    [450, 500, undefined],
    [500, 80, false],
    [600, 64, undefined],
    [700, 0, true],
  ];
  const seen = rows.map(([milliseconds, megabytes]) => {
    now = milliseconds;
    free = megabytes;
    return [milliseconds, megabytes, guard.look()?.full];
  });
  expect(seen).toEqual(rows);
});
