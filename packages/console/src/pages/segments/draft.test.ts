import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import type { Group } from '../rules.ts';
import { changeGroup, emptyGroup, fromGroup, pathsOf, readGroupInput, toGroup } from './draft.ts';

const nested: Group = {
  match: 'any',
  rules: [
    { field: 'CITY', operator: 'EQUALS', value: 'Bonn' },
    { field: 'Size', is_customfield: true, operator: 'IN', values: ['39', '40'] },
  ],
  groups: [
    {
      match: 'none',
      rules: [{ operator: 'OPENED', mailing_id: 7, days: 30 }],
      groups: [{ match: 'all', rules: [{ field: 'TAG', operator: 'NOTEQUALS', value: 'VIP' }] }],
    },
    { match: 'all', rules: [{ operator: 'CLICKED' }] },
  ],
};

const formOf = (input: ReturnType<typeof fromGroup>): FormData => {
  const form = new FormData();
  form.set('groups', pathsOf(input).join());
  const put = (group: typeof input, path: string) => {
    form.set(`match.${path}`, group.match);
    for (const [index, rule] of group.rules.entries())
      for (const [name, value] of Object.entries(rule)) form.set(`${name}.${path}.${index}`, value);
    for (const [index, inner] of group.groups.entries()) put(inner, `${path}-${index}`);
  };
  put(input, '0');
  return form;
};

test('stored rules come back through the form as they were', () => {
  const input = fromGroup(nested);
  expect(pathsOf(input)).toEqual(['0', '0-0', '0-0-0', '0-1']);
  expect(toGroup(sayIn('en'), readGroupInput(formOf(input)))).toEqual(nested);
});

test('groups are added and removed where the button is', () => {
  const grown = changeGroup(changeGroup(changeGroup(emptyGroup(1), 'group', '0'), 'group', '0-0'), 'rule', '0-0-0');
  expect(pathsOf(grown)).toEqual(['0', '0-0', '0-0-0']);
  expect(grown.groups[0]!.groups[0]!.rules).toHaveLength(3);
  expect(pathsOf(changeGroup(grown, 'remove', '0-0'))).toEqual(['0']);
  expect(changeGroup(grown, 'remove', '0')).toEqual(grown);
  expect(changeGroup(grown, 'rule', '0-5')).toEqual(grown);
});

test('empty rules and groups are left out, and a fault is told from any depth', () => {
  expect(toGroup(sayIn('en'), emptyGroup(3))).toBeUndefined();
  const wrong = { field: 'CITY', operator: 'EQUALS', value: '', mailing: '' };
  const inner = { ...emptyGroup(0), groups: [{ ...emptyGroup(0), rules: [wrong] }] };
  expect(toGroup(sayIn('en'), inner)).toBe('The rule “City is” needs a value.');
});

test('a form that names itself as its own group does not go on for ever', () => {
  const form = new FormData();
  form.set('groups', '0,0-0,0-0-0,0-0-0-0,0-0-0-0-0');
  expect(pathsOf(readGroupInput(form))).toEqual(['0', '0-0', '0-0-0', '0-0-0-0']);
});
