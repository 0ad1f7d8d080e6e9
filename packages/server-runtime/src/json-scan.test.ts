import { describe, expect, test } from 'vitest';
import { parseItems, parseJson } from './json.ts';
import { scanJson } from './json-scan.ts';

function scan(text: string) {
  const work = scanJson(text);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const items = (text: string) => [...parseItems(text, scan(text).parts!)].flat();
const long = 'x'.repeat(70_000);

describe('the parts of a list together are the list', () => {
  test.each([
    ['empty', '[]'],
    ['of white space', ` [${' '.repeat(100_000)}\n]\n`],
    ['of numbers', `[${'1, '.repeat(50_000)}2]`],
    ['of strings with all that divides', `[${`"a,]}[{\\"\\\\",`.repeat(20_000)}"\\\\"]`],
    ['of nested lists', `[${'[1,[2,[3]]],{"a":[{}]},'.repeat(10_000)}[]]`],
    ['of long items', `["${long}", {"a": "${long}"}, ["${long}"]]`],
    ['with characters of all lengths', `[${'"é😀\\u0041",'.repeat(20_000)}""]`],
  ])('%s', (_, text) => {
    const whole = JSON.parse(text);
    expect(items(text)).toEqual(whole);
    expect(scan(text).items).toBe(Math.max(1, whole.length));
  });
});

test('a part has a bounded number of values and characters', () => {
  const text = `[${'{"a":1,"b":[2,3]},'.repeat(50_000)}{}]`;
  for (const part of parseItems(text, scan(text).parts!)) expect(part.length).toBeLessThan(2000);
  const strings = `[${`"${'x'.repeat(1000)}",`.repeat(1000)}""]`;
  for (const part of parseItems(strings, scan(strings).parts!)) expect(part.length).toBeLessThan(100);
});

describe('what JSON.parse refuses is refused, with the place in the whole that JSON.parse tells', () => {
  const before = `[${'{},\n'.repeat(30_000)}`;
  test.each<[name: string, text: string, hasPlace?: boolean]>([
    ['a comma too many', `${before}]`],
    ['no value between commas', `${before}{},,{}]`],
    ['a value without a comma', `${before}{} {}]`, true],
    ['the wrong bracket', `${before}{]`],
    ['brackets that cross', `[{],${before.slice(1)}[}]`, true],
    ['no end', `${before}{}`],
    ['no end of a string', `${before}"a]`],
    ['more after the end', `${before}{}] x`, true],
    ['another list after the end', `${before}{}],[]`, true],
    ['a part of white space', `[${' '.repeat(100_000)},${before.slice(1)}{}]`],
    ['a space of Unicode', `\u00a0[1]`],
    ['a word', `${before}nul]`],
  ])('%s', (_, text, hasPlace = false) => {
    expect(() => JSON.parse(text)).toThrow();
    const read = () => {
      const { parts } = scan(text);
      return parts ? [...parseItems(text, parts)] : parseJson(text);
    };
    expect(read).toThrow(/^body must be a JSON document: /);
    if (hasPlace) expect(read).toThrow(placeIn(text));
  });
});

function placeIn(text: string): string {
  try {
    return JSON.parse(text);
  } catch (error) {
    return /\(line \d+ column \d+\)/.exec((error as Error).message)![0];
  }
}

describe('refuses before anything is parsed', () => {
  test.each([
    ['deep lists', '['.repeat(65), 'body must not be nested deeper than 64 levels'],
    ['deep objects', '{"a":'.repeat(65), 'body must not be nested deeper than 64 levels'],
    ['a wide object', `{${'"a":1,'.repeat(100_001)}`, 'body must have at most 100000 values'],
    ['a wide item', `[1,[${'1,'.repeat(100_001)}`, 'body[1] must have at most 100000 values'],
    ['many objects', `[${'{},'.repeat(1_000_001)}`, 'body must have at most 1000000 objects and arrays'],
  ])('%s', (_, text, wanted) => {
    expect(() => scan(text)).toThrow(wanted);
  });
});

test('the scan pauses', () => {
  const work = scanJson(`[${'1,'.repeat(500_000)}1]`);
  let pauses = 0;
  while (!work.next().done) pauses++;
  expect(pauses).toBeGreaterThanOrEqual(7);
});
