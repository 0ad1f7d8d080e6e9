import { expect, test } from 'vitest';
import { operatorLog } from './operator-log.ts';

const lines: string[] = [];
const write = (line: string) => lines.splice(0, 1, line);
const now = () => new Date(0);

test.each([
  ['550 <ada.l+x@example.com> unknown', '550 <<address>> unknown'],
  ["Key (email)=(müller@exämple.org) already exists, o'neil@a.b", 'Key (email)=(<address>) already exists, <address>'],
  ['at /srv/node_modules/@mailwright/server/x.ts:1:2', 'at /srv/node_modules/@mailwright/server/x.ts:1:2'],
  ['GET ping 200 1.0 ms 7f', 'GET ping 200 1.0 ms 7f'],
])('%s', (line, wanted) => {
  operatorLog('text', write)(line);
  expect(lines).toEqual([wanted]);
});

test('JSON has time, level, message and facts', () => {
  operatorLog('json', write, now)('x of a@b.c', { level: 'info', status: 200 });
  expect(JSON.parse(lines[0]!)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    message: 'x of <address>',
    status: 200,
  });
  operatorLog('json', write, now)('trouble');
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', message: 'trouble' });
});
