import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { compileApart, depthOf } from './compile-apart.ts';

test('a chain of schemas that is deeper than the stack is compiled, and each link is checked', () => {
  const keys = Array.from({ length: 400 }, (_, index) => `s${index}`);
  const ajv = new Ajv2020();
  for (const [index, key] of keys.entries()) {
    const $ref = keys[(index + 1) % keys.length]!;
    ajv.addSchema({ type: 'object', properties: { next: { $ref }, name: { type: 'string' } } }, key);
  }
  compileApart(ajv, keys);
  const chain = (length: number, end: object): object =>
    Array.from({ length }).reduce<object>((next) => ({ next }), end);
  expect(ajv.validate('s0', chain(50, { name: 'n' }))).toBe(true);
  expect(ajv.validate('s0', chain(50, { name: 1 }))).toBe(false);
  expect(ajv.validate('s390', chain(20, { name: 1 }))).toBe(false);
});

test.each<[name: string, references: Record<string, string[]>, depth: number]>([
  ['none', { a: [] }, 1],
  ['a chain', { a: ['b'], b: ['c'], c: [] }, 3],
  ['a circle', { a: ['b'], b: ['a'] }, 2],
  ['two ways to one', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, 3],
  ['itself', { a: ['a'] }, 1],
])('schemas below each other: %s', (_, references, depth) => {
  expect(depthOf(Object.keys(references), (name) => references[name]!)).toBe(depth);
});
