import { expect, test } from 'vitest';
import { whyUnroutable } from './routing.ts';

const distribution = { tables: new Set(['a', 'b']), volatile: new Set(['random']) };

test.each([
  ['select from a where account_id = $1', []],
  ['select from a where id = $1', ['no account: a']],
  ['select from a where account_id = $1 or shared', ['no account: a']],
  ['select from a where account_id = any($1)', ['no account: a']],
  ['select from common where id = $1', []],
  ['select from a join b on b.account_id = a.account_id where a.account_id = $1', []],
  ['select from a left join b on b.account_id = a.account_id where a.account_id = $1', []],
  [
    'select from a left join b on b.account_id = a.account_id and a.account_id = $1',
    ['no account: a', 'no account: b'],
  ],
  ['select from a left join b on b.account_id = a.account_id and b.account_id = $1', ['no account: a']],
  ['select from a right join b on b.account_id = a.account_id where b.account_id = $1', []],
  [
    'select from a full join b on b.account_id = a.account_id and b.account_id = $1',
    ['no account: a', 'no account: b'],
  ],
  ['select from a join b using (account_id, id) where account_id = $1::int8', []],
  ['select from a join b on b.id = a.id where a.account_id = $1', ['no account: b']],
  ['select from a, b where (a.account_id, a.id) = (b.account_id, b.id) and b.account_id = 5', []],
  ['select (select max(id) from b where b.account_id = a.account_id) from a where a.account_id = $1', []],
  ['select (select max(id) from b) from a where a.account_id = $1', ['no account: b']],
  ['select from a where account_id = $1 and exists (select from b where b.id = a.id)', ['no account: b']],
  ['select from (select account_id from a) as b where b.account_id = $1', []],
  ['select from (select account_id from a limit 1) as b where b.account_id = $1', ['no account: a']],
  ['select from a where account_id = $1 union select from b', ['no account: b']],
  ['with c as (select account_id from a where account_id = $1) select from c join b using (account_id)', []],
  [
    'with c as (select account_id from a limit 1) select from c join b using (account_id)',
    ['no account: a', 'no account: b'],
  ],
  ['update a set x = random() where account_id = $1', ['random() in a modification: a']],
  ['update a set account_id = $1 where account_id = $2', ['account_id is changed: a']],
  ['delete from a using b where a.account_id = $1 and b.account_id = a.account_id', []],
  ['insert into a (account_id, id) values ($1, $2) on conflict do nothing', []],
  ['insert into a (id) values ($1)', ['a row without account_id: a']],
  ['insert into a (account_id) select account_id from b where account_id = $1', []],
  ['insert into a (account_id, id) select $1, id from unnest($2::int8[]) as id', ['rows come from the coordinator: a']],
  ['with c as (insert into a (account_id) values ($1)) select', ['inserted in a WITH: a']],
] as [string, string[]][])('%s', async (text, reasons) => {
  expect(await whyUnroutable(text, distribution)).toEqual(reasons);
});
