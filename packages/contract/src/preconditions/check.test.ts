// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of preconditions look like this
import { dirname, join } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen/description';
import { descriptionFile } from '@mailwright/spec';
import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { checkPreconditions } from './check.ts';
import { loadPreconditions } from './load.ts';
import { NO_PRECONDITIONS, type Preconditions } from './preconditions.ts';

const model = buildModel(await loadDescription(descriptionFile));

test('the preconditions of our own description are right', async () => {
  const { situations } = loadPreconditions(
    join(dirname(descriptionFile), 'preconditions'),
    await loadContract(descriptionFile),
  );
  expect(situations.size).toBeGreaterThan(20);
});

const given = (parts: { [Key in keyof Preconditions]?: object }): Preconditions => ({
  ...NO_PRECONDITIONS,
  ...Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, new Map(Object.entries(value))])),
});
const create = { operation: 'createMailing', with: { name: 'a', subject: 'b' }, as: 'mailing' };

test.each<[string, Preconditions, string]>([
  [
    'an unknown operation',
    given({ situations: { a: { steps: [{ operation: 'makeMailing' }] } } }),
    'situations/a.yaml: no operation "makeMailing"',
  ],
  [
    'an unknown parameter',
    given({ situations: { a: { steps: [{ operation: 'pingGet', with: { x: 1 } }] } } }),
    'situations/a.yaml: pingGet has no "x"',
  ],
  [
    'an unknown key',
    given({ situations: { a: { step: [] } } }),
    'situations/a.yaml: no key "step"; there are about, given, let, steps',
  ],
  ['an unknown situation', given({ situations: { a: { given: ['b'] } } }), 'situations/a.yaml: no situation "b"'],
  [
    'a circle',
    given({ situations: { a: { given: ['b'] }, b: { given: ['a'] } } }),
    'situations/a.yaml: it is given before itself',
  ],
  [
    'a name before it is given',
    given({
      situations: { a: { steps: [{ operation: 'getMailingName', with: { mailingid: '${mailing}' } }, create] } },
    }),
    'situations/a.yaml: nothing is called "mailing" yet',
  ],
  [
    'a body of what is not given',
    given({ operations: { setMailingName: { bodies: [{ about: 'another', value: '${mailing}' }] } } }),
    'operations/setMailingName.yaml: nothing is called "mailing" yet',
  ],
  ['needs of nothing', given({ operations: { nothing: {} } }), 'operations/nothing.yaml: no operation "nothing"'],
  [
    'a crowd of one',
    given({ operations: { pingGet: { statuses: { 401: { together: 1 } } } } }),
    'operations/pingGet.yaml: together must be a number from 2 to 50',
  ],
  [
    'another place',
    given({ operations: { pingGet: { statuses: { 200: { at: 'home' as 'reduced' } } } } }),
    'operations/pingGet.yaml: at must be "reduced" but was "home"',
  ],
  [
    'an undocumented status',
    given({ operations: { pingGet: { statuses: { 404: {} } } } }),
    'operations/pingGet.yaml: pingGet does not document the status 404',
  ],
  [
    'an unknown optional parameter',
    given({ operations: { createMailing: { untried: ['kind'] } } }),
    'operations/createMailing.yaml: createMailing has no "kind"',
  ],
  [
    'a name of nobody',
    given({ operations: { getMailingName: { with: { mailingid: '${mailing}' } } } }),
    'operations/getMailingName.yaml: nothing is called "mailing" yet',
  ],
  ['a parameter of nothing', given({ parameters: { 'path petId': {} } }), 'parameters.yaml: no parameter "path petId"'],
  [
    'a status that no operation has with a parameter',
    given({ parameters: { 'path mailingid': { statuses: { 599: {} } } } }),
    'parameters.yaml: no operation with path mailingid documents the status 599',
  ],
  [
    'another parameter than that of the binding',
    given({ parameters: { 'query states': { statuses: { 400: { with: { x: 1 } } } } } }),
    'parameters.yaml: listMailingsByStates has no "x"',
  ],
])('%s', (_, preconditions, problem) => {
  expect(checkPreconditions(preconditions, model).join('\n')).toContain(problem);
});

test('what is right', () => {
  const preconditions = given({
    situations: {
      mailing: {
        let: { name: 'x' },
        steps: [create],
        undo: [{ operation: 'deleteMailing', with: { mailingId: '${mailing}' } }],
      },
    },
    operations: {
      setMailingName: {
        with: { body: '${name}' },
        bodies: [{ about: 'another', value: '${mailing}', given: ['mailing'] }],
        statuses: { 400: [{ given: ['mailing'] }] },
      },
    },
    parameters: { 'path mailingid': { given: ['mailing'], value: '${mailing}' } },
  });
  expect(checkPreconditions(preconditions, model)).toEqual([]);
});
