import type { Operation } from '@mailwright/codegen';
import { expect, test } from 'vitest';
import { type LinkSources, linksOf } from './links.ts';

const operation = (id: string, path: string) =>
  ({
    id,
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ in: 'path', name })),
  }) as unknown as Operation;

const operations = [
  operation('createGroup', '/groups'),
  operation('getGroup', '/groups/{groupId}'),
  operation('listUses', '/groups/{groupId}/uses'),
  operation('createMailing', '/mailings'),
  operation('setGroup', '/mailings/{mailingid}/group'),
];

const links = (sources: { situations?: object; parameters?: object }) =>
  linksOf({ operations }, {
    situations: new Map(Object.entries(sources.situations ?? {})),
    parameters: new Map(Object.entries(sources.parameters ?? {})),
  } as LinkSources).map(({ from, to, input, expression }) => `${from} -> ${to} ${input}=${expression}`);

const group = { steps: [{ operation: 'createGroup', as: 'group' }] };

test.each<[about: string, sources: Parameters<typeof links>[0], wanted: string[]]>([
  [
    'an operation on the resource itself takes its id, one below it does not',
    { situations: { group }, parameters: { 'path groupId': { given: ['group'], value: `\${group.id}` } } },
    ['createGroup -> getGroup groupId=$response.body#/id'],
  ],
  [
    'a call takes what a situation that it requires has kept',
    {
      situations: {
        group,
        mailing: { steps: [{ operation: 'createMailing', as: 'mailing' }] },
        complete: {
          given: ['mailing', 'group'],
          steps: [{ operation: 'setGroup', with: { mailingid: `\${mailing}`, body: `\${group}` } }],
        },
      },
    },
    ['createMailing -> setGroup mailingid=$response.body', 'createGroup -> setGroup body=$response.body'],
  ],
  [
    'an item of a list has an index',
    {
      situations: {
        all: {
          steps: [{ operation: 'listUses', as: 'uses' }],
          undo: [{ operation: 'getGroup', with: { groupId: `\${uses[0].id}` } }],
        },
      },
    },
    ['listUses -> getGroup groupId=$response.body#/0/id'],
  ],
  [
    'texts with more than a reference, made-up values and items found by a member are no links',
    {
      situations: {
        group: {
          steps: [
            ...group.steps,
            { operation: 'getGroup', with: { groupId: `x\${group}`, name: `\${unique}`, id: `\${group[type=a].id}` } },
          ],
        },
      },
    },
    [],
  ],
])('%s', (_about, sources, wanted) => {
  expect(links(sources)).toEqual(wanted);
});
