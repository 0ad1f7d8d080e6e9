import { expect, test } from 'vitest';
import { type Shapes, unknownMembers } from './unknown-members.ts';

const shapes: Shapes = [
  [
    'Group',
    {
      members: [
        ['name', []],
        ['rules', [{ items: ['Rule', 'Group'] }]],
        ['data', ['Data']],
      ],
    },
  ],
  [
    'Rule',
    {
      members: [
        ['field', []],
        ['value', []],
      ],
    },
  ],
  ['Data', { open: true }],
  [
    'Either',
    {
      members: [
        ['a', ['Rule']],
        ['a/~', []],
      ],
      items: ['Rule'],
    },
  ],
  ['Loose', { members: [['rule', ['Rule']]], open: true }],
  ['Groups', { items: ['Group'] }],
];
const find = unknownMembers(shapes);

test.each<[shape: string, value: unknown, wanted: string[]]>([
  ['Group', { name: 'a', rules: [{ field: 'a', value: 1 }, { rules: [] }] }, []],
  ['Group', { nmae: 'a' }, ['/nmae']],
  [
    'Group',
    { rules: [{ field: 'a' }, { rules: [{ feild: 1 }] }, { feild: 1 }] },
    ['/rules/1/rules/0/feild', '/rules/2/feild'],
  ],
  ['Group', { data: { anything: { at: 'all' } } }, []],
  ['Group', { constructor: 1, toString: 2 }, ['/constructor', '/toString']],
  ['Group', 'a text', []],
  ['Group', null, []],
  ['Group', { rules: 'none' }, []],
  ['Groups', [{ x: 1 }, { y: 1 }, []], ['/0/x', '/1/y']],
  ['Either', { a: { feild: 1 }, 'a/~': 1, 'b/~': 1 }, ['/a/feild', '/b~1~0']],
  ['Either', [{ feild: 1 }], ['/0/feild']],
  ['Loose', { any: 1, rule: { feild: 1 } }, ['/rule/feild']],
  ['Nothing', { any: 1 }, []],
])('%s %j', (shape, value, wanted) => {
  const found: string[] = [];
  find(value, shape, ({ path }) => found.push(path));
  expect(found).toEqual(wanted);
});

test('items of a list have one key, and what is known is told', () => {
  const found: [string, string[]][] = [];
  find([{}, { rules: [{}, { x: 1 }] }], 'Groups', ({ key, known }) => found.push([key, [...known]]));
  expect(found).toEqual([['/*/rules/*/x', ['field', 'value', 'name', 'rules', 'data']]]);
});
