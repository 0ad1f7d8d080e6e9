import { expect, test } from 'vitest';
import { type Exception, judge } from './exceptions.ts';

const gone = { pointer: '#/paths/~1things/get', message: 'listThings is gone' };

test.each<[Exception[], string[]]>([
  [[], ['#/paths/~1things/get: listThings is gone']],
  [[{ ...gone, reason: 'Nobody called it.' }], []],
  [[{ ...gone, reason: ' ' }], ['#/paths/~1things/get: the exception "listThings is gone" has no reason']],
  [
    [{ ...gone, message: 'x is gone', reason: 'Nobody called it.' }],
    [
      '#/paths/~1things/get: listThings is gone',
      '#/paths/~1things/get: the exception "x is gone" is no difference; remove it',
    ],
  ],
])('%j', (exceptions, objections) => {
  expect(judge([gone], exceptions)).toEqual(objections);
});
