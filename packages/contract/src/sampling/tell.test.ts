import { expect, test } from 'vitest';
import { breach } from '../judge/finding.ts';
import { tellOnce } from './tell.ts';

const drift = (operation: string | undefined, ...messages: string[]) => ({
  ...(operation && { operation }),
  about: 'GET /pets/{name}',
  status: 200,
  findings: messages.map((message) => breach('body', message)),
});

test('each kind once, with where it was first', () => {
  const lines: string[] = [];
  const tell = tellOnce((line) => lines.push(line));
  for (const each of [drift('getPet', 'a', 'b'), drift('getPet', 'b'), drift(undefined, 'b')]) tell(each);
  expect(lines).toEqual([
    'Contract: getPet: a (body), first at GET /pets/{name} with status 200',
    'Contract: getPet: b (body), first at GET /pets/{name} with status 200',
    'Contract: unknown path: b (body), first at GET /pets/{name} with status 200',
  ]);
});

test('at most a thousand kinds', () => {
  let lines = 0;
  const tell = tellOnce(() => lines++);
  for (let i = 0; i < 2_000; i++) tell(drift('getPet', `kind ${i}`));
  expect(lines).toBe(1_000);
});
