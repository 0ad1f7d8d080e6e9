import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  run?: string;
  env?: Record<string, string>;
}

const action = parse(readFileSync(join(import.meta.dirname, '../action.yml'), 'utf8'));
const step: Step = action.runs.steps.find(({ run }: Step) => run);

/** `npx` that only shows its arguments, one on each line. */
const room = mkdtempSync(join(tmpdir(), 'mailwright-action-'));
writeFileSync(join(room, 'npx'), '#!/bin/sh\nfor each in "$@"; do echo "$each"; done\n');
chmodSync(join(room, 'npx'), 0o755);
afterAll(() => rmSync(room, { recursive: true }));

async function argumentsFor(given: Record<string, string>): Promise<string[]> {
  const inputs = { ...given };
  for (const [name, input] of Object.entries<{ default?: string }>(action.inputs)) inputs[name] ??= input.default ?? '';
  const env = Object.entries(step.env!).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)![1]!;
    expect(Object.keys(action.inputs)).toContain(input);
    return [name, inputs[input]!];
  });
  const options = { env: { ...Object.fromEntries(env), PATH: `${room}:${process.env.PATH}` } };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', step.run!], options);
  return stdout.trimEnd().split('\n');
}

const always = (openapi: string, target: string, minimum = '0') => [
  ...['--yes', '@mailwright/contract@latest', 'verify', openapi, '--target', target, '--min-coverage', minimum],
  ...[
    '--report',
    'github',
    '--report',
    'html=contract-report/index.html',
    '--report',
    'junit=contract-report/junit.xml',
  ],
];

test('the smallest call', async () => {
  expect(await argumentsFor({ openapi: 'a b.yaml', target: 'https://a' })).toEqual(always('a b.yaml', 'https://a'));
});

test('all inputs', async () => {
  const given = {
    openapi: 'a.yaml',
    target: 'https://a',
    auth: 'Bearer x y',
    'limited-auth': 'get: Bearer g\npost: Bearer p\n',
    plain: 'http://a',
    preconditions: 'pre',
    corpus: 'cor',
    insecure: 'true',
    'min-coverage': '90',
  };
  expect(await argumentsFor(given)).toEqual([
    ...always('a.yaml', 'https://a', '90'),
    ...['--auth', 'Bearer x y', '--plain', 'http://a', '--preconditions', 'pre', '--corpus', 'cor', '--insecure'],
    ...['--limited-auth', 'get: Bearer g', '--limited-auth', 'post: Bearer p'],
  ]);
});
