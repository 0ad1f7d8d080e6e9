import { expect, test } from 'vitest';
import { summarizeStatement } from './statement.ts';

test.each([
  ['select "id" from "contact" where "id" = $1', 'SELECT contact'],
  ['insert into "mailing" ("name") values ($1)', 'INSERT mailing'],
  ['update mailing set name = $1', 'UPDATE mailing'],
  ['with "due" as (select 1 from job) delete from "job"', 'WITH job'],
  ['\n  begin', 'BEGIN'],
  ['', ''],
])('%s', (sql, wanted) => {
  expect(summarizeStatement(sql)).toBe(wanted);
});
