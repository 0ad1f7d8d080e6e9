import type { Operation } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import type { Step } from '../preconditions/preconditions.ts';
import type { Call } from './caller.ts';
import { createSteps } from './steps.ts';

const json = { mediaType: 'application/json', kind: 'json' };
const responses = [200, 404].map((status) => ({ status, contents: [json], headers: [] }));
const operation = {
  id: 'get',
  method: 'GET',
  path: '/x',
  responses,
  bodies: [],
  parameters: [],
} as unknown as Operation;
const contract = { model: { operations: [operation] } } as Contract;
const target = { baseUrl: 'https://a', credentials: [], query: [], limited: [] };

/** A service that gives these answers in turn, as JSON. */
const answering =
  (answers: unknown[]): Call =>
  async (_operation, _about, request) => {
    const value = answers.shift();
    const body = Buffer.from(JSON.stringify(value));
    const status = value === 'gone' ? 404 : 200;
    return {
      exchange: { request, response: { status, headers: [['Content-Type', 'application/json']], body } },
      findings: [],
    };
  };

test.each<[string, Step['until'], unknown[], unknown]>([
  ['a text', 'done', ['queued', 'done', 'left'], 'done'],
  ['a number as text', '3', [2, 3, 'left'], 3],
  ['a child', { state: 'done' }, [{ state: 'queued' }, { state: 'done', id: 7 }, 'left'], { state: 'done', id: 7 }],
  ['one of several', { state: ['done', 'failed'] }, [{}, { state: 'failed' }, 'left'], { state: 'failed' }],
  ['what is not there yet', { state: 'done' }, ['gone', { state: 'done' }, 'left'], { state: 'done' }],
  ['at once', undefined, ['any', 'left'], 'any'],
])('a step waits until the answer is right: %s', async (_, until, answers, wanted) => {
  const { take } = createSteps(contract, target, answering(answers));
  expect(await take('test', { operation: 'get', ...(until ? { until } : {}) }, {})).toEqual(wanted);
  expect(answers).toEqual(['left']);
});

test.each<[string, Step, RegExp]>([
  ['a refusal', { operation: 'get' }, /"test" failed at get: 404 "gone"/],
  ['an operation that is not there', { operation: 'put' }, /put is skipped/],
  ['no second key', { operation: 'get', by: 'another key' }, /"test" requires another key with the right/],
])('a step fails for %s', async (_, step, message) => {
  await expect(createSteps(contract, target, answering(['gone'])).take('test', step, {})).rejects.toThrow(message);
});
