import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test.each([
  [[], { publish: false }],
  [['--dry-run'], { publish: false }],
  [['--publish'], { publish: true }],
  [['--help'], { code: 0, text: expect.stringContaining('npm run release') }],
  [['--publish', '--help'], { code: 0, text: expect.stringContaining('npm run release') }],
  [
    ['--publish', '--dry-run'],
    { code: 2, text: expect.stringContaining('--publish and --dry-run exclude each other') },
  ],
  [['--publsh'], { code: 2, text: expect.stringMatching(/--publsh.*--dry-run/s) }],
  [['now'], { code: 2, text: expect.stringMatching(/now.*--dry-run/s) }],
])('%j', (args, wanted) => {
  expect(readOptions(args)).toEqual(wanted);
});
