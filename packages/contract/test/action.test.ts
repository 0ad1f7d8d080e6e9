import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from './support/process.ts';

interface Step {
  run?: string;
  env?: Record<string, string>;
}

const action = parse(readFileSync(join(import.meta.dirname, '../action.yml'), 'utf8'));
const step: Step = action.runs.steps.find(({ run }: Step) => run);

/** `npx` that shows its arguments, one on each line, or runs the command of this checkout in place of a published one. */
const room = mkdtempSync(join(tmpdir(), 'mailwright-action-'));
const main = join(import.meta.dirname, '../src/cli/main.ts');
for (const [folder, script] of [
  ['show', 'for each in "$@"; do echo "$each"; done'],
  ['run', `shift 2; exec '${process.execPath}' '${main}' "$@"`],
] as const) {
  mkdirSync(join(room, folder));
  writeFileSync(join(room, folder, 'npx'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(room, folder, 'npx'), 0o755);
}
afterAll(() => rmSync(room, { recursive: true }));

/** Runs the step as the runner does; rejects with `code` and `stdout` when it fails. */
function runStep(npx: 'show' | 'run', given: Record<string, string>) {
  const inputs = { ...given };
  for (const [name, input] of Object.entries<{ default?: string }>(action.inputs)) inputs[name] ??= input.default ?? '';
  const env = Object.entries(step.env!).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)![1]!;
    expect(Object.keys(action.inputs)).toContain(input);
    return [name, inputs[input]!];
  });
  const github = { PATH: `${join(room, npx)}:${process.env.PATH}`, GITHUB_STEP_SUMMARY: join(room, 'summary.md') };
  const shell = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run!];
  return promisify(execFile)('bash', shell, { cwd: room, env: { ...Object.fromEntries(env), ...github } });
}

async function argumentsFor(given: Record<string, string>): Promise<string[]> {
  return (await runStep('show', given)).stdout.trimEnd().split('\n');
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
    '--report',
    'sarif=contract-report/contract.sarif',
  ],
];

test('the service may be asked for its description', async () => {
  expect((await argumentsFor({ target: 'https://a' })).slice(2, 5)).toEqual(['verify', '--target', 'https://a']);
});

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
    'changes-data': 'true',
    insecure: 'true',
    'min-coverage': '90',
    baseline: 'known.json',
    'time-limit': '60',
  };
  expect(await argumentsFor(given)).toEqual([
    ...always('a.yaml', 'https://a', '90'),
    ...[
      '--auth',
      'Bearer x y',
      '--plain',
      'http://a',
      '--preconditions',
      'pre',
      '--corpus',
      'cor',
      '--baseline',
      'known.json',
      '--time-limit',
      '60',
      '--yes',
      '--insecure',
    ],
    ...['--limited-auth', 'get: Bearer g', '--limited-auth', 'post: Bearer p'],
  ]);
});

/** The template for GitLab, whose runner uses the plainest shell of an image. */
const { '.contract': template } = parse(readFileSync(join(import.meta.dirname, '../gitlab.yml'), 'utf8'));

function runJob(given: Record<string, string>) {
  for (const name of Object.keys(given)) expect(Object.keys(template.variables)).toContain(name);
  const env = { ...template.variables, ...given, PATH: `${join(room, 'run')}:${process.env.PATH}` };
  return promisify(execFile)('sh', ['-e', '-c', template.script.join('\n')], { cwd: room, env });
}

const description = (type: string) => `
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://pets.example/v1 }]
paths:
  /name:
    get:
      operationId: getName
      responses:
        '200':
          description: A name.
          content: { application/xml: { schema: { $ref: '#/components/schemas/Name' } } }
components:
  schemas:
    Name: { type: ${type}, xml: { name: name }, example: 7 }
`;

test('whole runs: annotations, summary and reports; a broken contract fails the step', async () => {
  writeFileSync(join(room, 'kept.yaml'), description('integer'));
  writeFileSync(join(room, 'broken.yaml'), description('boolean'));
  const mock = run('mock', join(room, 'kept.yaml'), '--port', '0');
  const [, target = ''] = await mock.says(/at (https:\S+) /);
  const inputs = { target, insecure: 'true', 'min-coverage': '100' };

  const { stdout } = await runStep('run', { ...inputs, openapi: 'kept.yaml' });
  expect(stdout).toContain('The service conforms to its description.');
  expect(readFileSync(join(room, 'summary.md'), 'utf8')).toContain('| getName | ✓ |');
  expect(readFileSync(join(room, 'contract-report/junit.xml'), 'utf8')).toMatch(/<testsuites [^>]*failures="0"/);
  expect(readFileSync(join(room, 'contract-report/index.html'), 'utf8')).toContain('getName');

  expect(JSON.parse(readFileSync(join(room, 'contract-report/contract.sarif'), 'utf8')).runs[0].results).toEqual([]);

  const failed = await runStep('run', { ...inputs, openapi: 'broken.yaml' }).catch((error) => error);
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining('title=Contract violation%3A getName')]);
  expect(readFileSync(join(room, 'contract-report/junit.xml'), 'utf8')).toMatch(/<testsuites [^>]*failures="[1-9]/);

  const gitlab = { CONTRACT_TARGET: target, CONTRACT_INSECURE: 'true', CONTRACT_MIN_COVERAGE: '100' };
  expect((await runJob({ ...gitlab, CONTRACT_OPENAPI: 'kept.yaml' })).stdout).toContain('The service conforms');
  const job = await runJob({ ...gitlab, CONTRACT_OPENAPI: 'broken.yaml' }).catch((error) => error);
  expect([job.code, job.stdout]).toEqual([1, expect.stringContaining('getName')]);
  for (const path of [template.artifacts.reports.junit, ...template.artifacts.paths])
    expect(existsSync(join(room, path)), path).toBe(true);
  mock.child.kill();
  expect(await mock.code()).toBe(0);
});
