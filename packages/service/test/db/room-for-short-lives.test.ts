import { expect, test } from 'vitest';
import { isPlenty } from '../support/memory.ts';

const GiB = 1024 ** 3;

test.each([
  { room: 24 * GiB, available: 20 * GiB, wanted: true },
  { room: 8 * GiB, available: 14 * GiB, wanted: true }, // a usual runner of CI
  { room: 3 * GiB, available: 9 * GiB, wanted: true },
  { room: 3 * GiB - 1, available: 20 * GiB, wanted: false },
  { room: 64 * 1024 ** 2, available: 20 * GiB, wanted: false }, // Docker's default
  { room: 24 * GiB, available: 9 * GiB - 3, wanted: false },
])(
  'files of tests are in memory, with $room bytes of room and $available available: $wanted',
  ({ room, available, wanted }) => {
    expect(isPlenty(room, available)).toBe(wanted);
  },
);
