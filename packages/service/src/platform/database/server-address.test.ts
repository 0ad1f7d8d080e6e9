import { expect, test } from 'vitest';
import { parseServerAddress, refuseRole, type ServerRole, type Target } from './server-address.ts';

test.each([
  [
    'postgres://u:p%40@db1:5433,db2,[::1]:5434/mail?target_session_attrs=read-write&connect_timeout=3&sslmode=verify-full',
    {
      hosts: [
        ['db1:5433/mail', 'postgres://u:p%40@db1:5433/mail?sslmode=verify-full'],
        ['db2/mail', 'postgres://u:p%40@db2/mail?sslmode=verify-full'],
        ['[::1]:5434/mail', 'postgres://u:p%40@[::1]:5434/mail?sslmode=verify-full'],
      ],
      target: 'read-write',
      connectMillis: 3000,
    },
  ],
  [
    'postgresql://db1,db2',
    {
      hosts: [
        ['db1', 'postgresql://db1'],
        ['db2', 'postgresql://db2'],
      ],
      target: 'any',
      connectMillis: 5000,
    },
  ],
  [
    'postgres://u:p@db/mail?target_session_attrs=standby',
    { hosts: [['db/mail', 'postgres://u:p@db/mail']], target: 'standby', connectMillis: 60_000 },
  ],
  [
    'socket:/run/postgresql?db=mail',
    { hosts: [['', 'socket:/run/postgresql?db=mail']], target: 'any', connectMillis: 60_000 },
  ],
])('%s', (url, { hosts, ...wanted }) => {
  const named = hosts.map(([name, connectionString]) => ({ name, connectionString }));
  expect(parseServerAddress(url)).toEqual({ ...wanted, hosts: named });
});

test.each([
  ['postgres://u:secret@db1,/mail', 'its address has a comma without a host beside it'],
  ['postgres://u:secret@db1,db2:x/mail', '"db2:x/mail" is not a host with a port and a database'],
  [
    'postgres://u:secret@db/mail?target_session_attrs=writable',
    'target_session_attrs is "writable", but must be one of',
  ],
  ['postgres://u:secret@db/mail?connect_timeout=-1', 'connect_timeout is "-1", but must be seconds from 1 to 9999'],
])('%s is refused without telling the password', (url, message) => {
  expect(() => parseServerAddress(url)).toThrow(message);
  expect(() => parseServerAddress(url)).not.toThrow('secret');
});

const primary = { standby: false, readOnly: false };
const closed = { standby: false, readOnly: true };
const standby = { standby: true, readOnly: true };

test.each<[Target, ServerRole[]]>([
  ['any', [primary, closed, standby]],
  ['read-write', [primary]],
  ['read-only', [closed, standby]],
  ['primary', [primary, closed]],
  ['standby', [standby]],
])('%s is as in libpq', (target, suitable) => {
  const all = [primary, closed, standby];
  expect(all.filter((role) => refuseRole(target, role) === undefined)).toEqual(suitable);
});
