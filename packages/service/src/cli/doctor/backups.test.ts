import { expect, test } from 'vitest';
import { checkVerifiedBackup } from './backups.ts';

const now = new Date('2031-06-04T12:00:00Z');

test.each<[string, string | undefined, 'ok' | 'warning']>([
  ['none', undefined, 'warning'],
  ['one of today', '2031-06-04T03:00:00.000Z', 'ok'],
  ['one of three days ago', '2031-06-01T12:00:00.000Z', 'ok'],
  ['an older one', '2031-06-01T11:59:59.000Z', 'warning'],
])('%s', (_, finished, wanted) => {
  expect(checkVerifiedBackup(finished, now)).toMatchObject([{ check: 'backups', state: wanted }]);
});
