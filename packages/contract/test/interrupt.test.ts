// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of preconditions look like this
import { expect, test } from 'vitest';
import type { Preconditions } from '../src/preconditions/preconditions.ts';
import { mockedContract, verifyMock } from './support/mock-target.ts';

const preconditions: Preconditions = {
  situations: new Map([
    [
      'mailing',
      {
        about: 'A mailing.',
        steps: [{ operation: 'createMailing', with: { name: 'Spring', subject: 'Hello' }, as: 'mailing' }],
        undo: [{ operation: 'deleteMailing', with: { mailingId: '${mailing}' } }],
      },
    ],
  ]),
  operations: new Map(),
  parameters: new Map([['path mailingid', { given: ['mailing'], value: '${mailing}' }]]),
};

test('a run that is interrupted tries nothing more, and takes away what it made', async () => {
  const stop = new AbortController();
  const abouts: string[] = [];
  await verifyMock(
    await mockedContract(),
    undefined,
    ['createMailing', 'deleteMailing', 'getMailingName', 'setMailingName'],
    {
      preconditions,
      concurrency: 1,
      signal: stop.signal,
      onRecord({ operation, about }) {
        abouts.push(about);
        if (operation === 'getMailingName') stop.abort();
      },
    },
  );
  expect(abouts.slice(-3)).toEqual(['for mailing', 'smallest request', 'for undo mailing']);
});
