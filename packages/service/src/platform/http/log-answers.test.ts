import { expect, test } from 'vitest';
import { logAnswer, logFailure } from './log-answers.ts';

function logged(write: (log: (line: string, facts?: object) => void) => void) {
  const lines: unknown[] = [];
  write((line, facts) => lines.push([line, facts]));
  return lines;
}

test('a failure is logged with its stack and the request id', () => {
  const error = new Error('it broke');
  expect(logged((log) => logFailure(log, error, 'r-1'))).toEqual([
    [`Failure in request r-1: ${error.stack}`, { level: 'error', request_id: 'r-1' }],
  ]);
  expect(logged((log) => logFailure(log, 'only text', 'r-2'))[0]).toContain('Failure in request r-2: only text');
});

test('an answer is logged in one line', () => {
  const answer = { operation: 'pingGet', method: 'GET', status: 200, milliseconds: 1.25, requestId: 'r-3' };
  const facts = {
    level: 'info',
    operation: 'pingGet',
    method: 'GET',
    status: 200,
    milliseconds: 1.3,
    request_id: 'r-3',
  };
  expect(logged((log) => logAnswer(log, answer))).toEqual([['GET pingGet 200 1.3 ms r-3', facts]]);
});
