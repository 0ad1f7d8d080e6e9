import { expect, test } from 'vitest';
import { inDescribedForm, type Leniency } from './leniency.ts';

const contact: Leniency = { members: { id: { accepts: ['null'] }, permission: { accepts: ['null', 'member:code'] } } };
const drafts: Leniency = {
  accepts: ['single-item'],
  items: { members: { contact, content: { accepts: ['empty-list'] } } },
};

test.each([
  ['null is absent', [{ contact: { id: null } }], [{ contact: {} }]],
  ['null elsewhere stays', [{ content: { a: null } }], [{ content: { a: null } }]],
  ['an empty list is an empty object', [{ content: [] }], [{ content: {} }]],
  ['another list stays, for the validator', [{ content: [1] }], [{ content: [1] }]],
  ['a single item is a list', { content: {} }, [{ content: {} }]],
  [
    'an object stands for its member',
    [{ contact: { permission: { code: 5, type: 'doi+' } } }],
    [{ contact: { permission: 5 } }],
  ],
  [
    'an object without it stays',
    [{ contact: { permission: { type: 5 } } }],
    [{ contact: { permission: { type: 5 } } }],
  ],
  ['texts and null stay', 'x', 'x'],
  ['null stays', null, null],
])('%s', (_what, given, wanted) => {
  expect(inDescribedForm(given, drafts)).toEqual(wanted);
});
