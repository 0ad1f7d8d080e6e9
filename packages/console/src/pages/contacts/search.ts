import type { Client } from '@mailwright/client';
import { parseForm, usualForm } from '@mailwright/server-runtime/web';
import type { Option } from '../../components/forms.ts';
import type { Visit } from '../../web/routes.ts';
import { operators, readRule } from '../rules.ts';

/** What contacts are searched by, as the operations take it. */
export type Search = Omit<Parameters<Client['contacts']['updateFound']>[0], 'action' | 'change_tag' | 'count'>;

/** Reads the query of a list that a form has in a hidden field. */
export function parseQuery(text: string): URLSearchParams {
  const fields = parseForm(new TextEncoder().encode(text), 'application/x-www-form-urlencoded', usualForm);
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
}

const names = ['search', 'segment', 'file', 'tag', 'field', 'operator', 'value'] as const;

/** The same as the address of a list has it, all texts. */
export type SearchValues = Record<(typeof names)[number], string>;

export const readSearchValues = (query: URLSearchParams): SearchValues =>
  Object.fromEntries(names.map((name) => [name, (query.get(name) ?? '').trim()])) as SearchValues;

/** Reports whether the list is not that of all contacts. */
export const isSearched = (values: SearchValues): boolean =>
  [values.search, values.segment, values.file, values.tag, values.field].some((value) => value !== '');

/** Operators of a single value or none; the others need a segment. */
export const searchOperators = operators.filter(([name]) => name !== 'IN' && name !== 'BETWEEN');

export interface Segments {
  options: readonly Option[];
  /** Filters of the segments, by the ids of these. */
  filters: ReadonlyMap<string, number>;
}

export async function readSegments({ client }: Visit): Promise<Segments> {
  const groups = await client.targetGroups.list.all({ page_size: 1000 }).toArray({ limit: 10_000 });
  return {
    options: groups.map(({ id, name }) => [String(id), name]),
    filters: new Map(groups.map(({ id, contact_filter_id }) => [String(id), contact_filter_id])),
  };
}

/** Reads what is searched for. Returns a text if something is wrong with it. */
export function toSearch({ say }: Visit, values: SearchValues, { filters }: Segments): Search | string {
  const { search, segment, tag, field, operator, value } = values;
  const filter = filters.get(segment);
  if (segment !== '' && filter === undefined) return say('The segment does not exist any more. Choose another one.');
  const rule = readRule(say, { field, operator: operator || 'EQUALS', value, mailing: '' });
  if (typeof rule === 'string') return rule;
  return {
    ...(search && { text: search }),
    ...(filter !== undefined && { contact_filter_id: filter }),
    ...(/^[1-9]\d{0,14}$/.test(values.file) && { import_id: Number(values.file) }),
    ...(tag && { tag }),
    ...(rule && {
      operator: rule.operator,
      is_customfield: rule.is_customfield ?? false,
      ...(rule.field !== undefined && { field: rule.field }),
      ...(rule.value !== undefined && { value: rule.value }),
    }),
  };
}
