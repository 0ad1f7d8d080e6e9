import { expect, test } from 'vitest';
import { type CreateAutomationProgramInput, createDispatcher, implementPartial } from '../src/index.ts';
import { basic, hooks, jsonType } from './fixture.ts';

const made = { id: 1, version: 1, created: '2026-01-02 03:04:05', updated: '2026-01-02 03:04:05', active_runs: 0 };
const program = (...steps: unknown[]) => ({ name: 'Welcome', state: 'draft', steps });

test.each<[unknown, number, string]>([
  [program({ kind: 'send', mailing_id: 4317 }, { kind: 'end' }), 201, ''],
  [program({ kind: 'send' }), 400, 'steps[0].mailing_id is required'],
  [program({ kind: 'send', mailing_id: 0 }), 400, 'steps[0].mailing_id must be at least 1 but was 0'],
  [
    program({ kind: 'end' }, { kind: 'wait', duration: 'soon' }),
    400,
    'steps[1].duration must be a duration of days, hours and minutes',
  ],
  [program({ kind: 'branch', contact_filter_id: '7' }), 400, 'steps[0].contact_filter_id must be an integer but was 7'],
  [
    program({ kind: 'sleep' }),
    400,
    'steps[0].kind must be one of send, wait, wait_until, branch, set, branch_activity, branch_random, wait_for',
  ],
  [program({ mailing_id: 4317 }), 400, 'steps[0].kind is required'],
  [program('end'), 400, 'steps[0] must be an object but was end'],
])('%j is answered with %i %s', async (body, status, message) => {
  const handlers = {
    createAutomationProgram: ({ body: given }: CreateAutomationProgramInput) => ({ ...made, ...given }),
  };
  const dispatch = createDispatcher(implementPartial<string>(handlers), hooks);
  const answer = await dispatch({
    method: 'POST',
    path: '/marketing-automation',
    query: '',
    headers: { authorization: basic, 'content-type': jsonType, accept: jsonType },
    body: Buffer.from(JSON.stringify(body)),
    secure: true,
    url: 'https://mail.test/1.0/marketing-automation',
  });
  expect([answer.status, String(answer.body)]).toEqual([status, expect.stringContaining(message)]);
});
