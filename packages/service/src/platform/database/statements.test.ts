import { expect, test } from 'vitest';
import { Statements } from './statements.ts';

test('a text is prepared once', () => {
  const statements = new Statements();
  const first = statements.use('select 1', []);
  const again = statements.use('select 1', []);
  expect([first.isNew, again.isNew]).toEqual([true, false]);
  expect(again.statement).toBe(first.statement);
  expect(statements.takeDropped()).toEqual([]);
});

test('the one that was used longest ago makes room, and the database is told once', () => {
  const statements = new Statements();
  for (let n = 0; n < 256; n++) statements.use(`select ${n}`, []);
  const oldest = statements.use('select 1', []).statement;
  statements.use('select 0', []);
  statements.use('select 256', []);
  statements.use('select 1', []);
  expect(statements.takeDropped()).toEqual(['s3']);
  expect(statements.takeDropped()).toEqual([]);
  expect(statements.use('select 1', []).statement).toBe(oldest);
  expect(statements.use('select 2', []).isNew).toBe(true);
});

test('a long text is used once and has no name', () => {
  const statements = new Statements();
  const long = `select '${'x'.repeat(10_000)}'`;
  expect([statements.use(long, []), statements.use(long, [])]).toEqual([
    { statement: { name: '' }, isNew: true },
    { statement: { name: '' }, isNew: true },
  ]);
});

test('what is out of date is dropped and prepared anew under another name', () => {
  const statements = new Statements();
  statements.use('select 1', []);
  statements.dropAll();
  expect(statements.takeDropped()).toEqual(['s1']);
  expect(statements.use('select 1', [])).toEqual({ statement: { name: 's2' }, isNew: true });
});
