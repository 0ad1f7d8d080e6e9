import { expect, test } from 'vitest';
import type { Variable } from '../../templates/index.ts';
import { findDataFaults } from './data-faults.ts';

const shown = (path: string, change: Partial<Variable> = {}): Variable => ({
  path: path.split('.'),
  shown: true,
  complete: true,
  conditional: false,
  ...change,
});
const data = { name: 'Ada', order: { no: 7, note: null }, items: [{ title: 'Rake' }] };

test.each<[string, Variable, string[]]>([
  ['a value', shown('event.name'), []],
  ['a typo', shown('event.nam'), ['data has no nam; did you mean name?']],
  ['a typo deeper', shown('event.order.non'), ['data has no order.non; did you mean no?']],
  ['nothing that is alike', shown('event.voucher'), ['data has no voucher.']],
  ['null is a value', shown('event.order.note'), []],
  ['an item', shown('event.items.3.title'), []],
  ['a member of Liquid', shown('event.order.size'), []],
  ['a default', shown('event.nam', { fallback: '' }), []],
  ['a condition', shown('event.nam', { conditional: true }), []],
  ['asked for, not shown', shown('event.nam', { shown: false }), []],
  ['all of the data', shown('event'), []],
])('%s', (_, variable, wanted) => {
  expect(findDataFaults([variable], data)).toEqual(wanted);
});
