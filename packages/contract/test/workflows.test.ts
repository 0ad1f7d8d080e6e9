import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { usualDatabases } from '../../service/test/support/database.ts';
import { startTestService, type TestService } from '../../service/test/support/service.ts';
import { writeJobs } from '../src/arazzo/jobs.ts';
import { toPreconditions } from '../src/arazzo/read.ts';
import { readJobs } from '../src/cli/workflows.ts';
import { type Contract, loadContract } from '../src/contract/contract.ts';
import { createSender, type Sender } from '../src/exchange/send.ts';
import { builtIns } from '../src/preconditions/fill.ts';
import { loadPreconditions } from '../src/preconditions/load.ts';
import { startJsonFront } from '../src/proxy/json-front.ts';
import type { RunningProxy } from '../src/proxy/proxy.ts';

const room = dirname(descriptionFile);
const { jobs, ...options } = readJobs(join(room, 'docs/jobs.yaml'));
const redocly = join(room, '../node_modules/@redocly/cli/bin/cli.js');

/** What Respect tells of a workflow, as far as it is looked at. */
interface Executed {
  workflowId: string;
  executedSteps: { stepId: string; checks: { passed: boolean }[] }[];
}

const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
const document = join(folder, 'workflows.arazzo.yaml');
let contract: Contract;
let service: TestService;
let sender: Sender;
let front: RunningProxy;
let printed: string;
let executed: Executed[];

beforeAll(async () => {
  contract = await loadContract(descriptionFile);
  service = await startTestService(await usualDatabases()[0]!.open());
  sender = createSender({ ca: service.cert, timeout: 600_000 });
  front = await startJsonFront({ contract, baseUrl: `${service.origin}/1.0`, sender, port: 0 });
  writeFileSync(document, stringify(written(join(room, 'generated/twin.json'))));
  ({ printed, executed } = await respect(service.key));
});
afterAll(async () => {
  await front?.close();
  sender?.close();
  await service?.close();
  rmSync(folder, { recursive: true });
});

const written = (url: string) =>
  writeJobs(jobs, loadPreconditions(join(room, 'preconditions'), contract), contract.model, { ...options, url });

/** Lets another program run all workflows, in JSON before the service with XML. */
function respect(key: string): Promise<{ code: unknown; printed: string; executed: Executed[] }> {
  const output = join(folder, `${randomUUID()}.json`);
  const invented = { unique: randomUUID().slice(0, 8), uniqueNumber: 1, uniqueUuid: randomUUID() };
  const inputs = { ...builtIns(new Date(), invented), key };
  const args = [redocly, 'respect', document, '--server', `api=${front.url}`, '--input', JSON.stringify(inputs)];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, '--json-output', output], { env, cwd: folder }, (error, stdout, stderr) => {
      const { files } = JSON.parse(readFileSync(output, 'utf8')) as {
        files: Record<string, { executedWorkflows: Executed[] }>;
      };
      const executed = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
      resolve({ code: error?.code ?? 0, printed: stdout + stderr, executed });
    });
  });
}

/** The last try of each step, and whether it passed. */
const stepsOf = ({ executedSteps }: Executed) =>
  new Map(executedSteps.map(({ stepId, checks }) => [stepId, checks.every(({ passed }) => passed)]));

test.each([...jobs.keys()])('another program does the job %s', (job) => {
  const workflow = executed.find(({ workflowId }) => workflowId === job)!;
  const { workflows } = written('./openapi.yaml') as {
    workflows: { workflowId: string; steps: { stepId: string }[] }[];
  };
  const wanted = workflows.find(({ workflowId }) => workflowId === job)!.steps.map(({ stepId }) => [stepId, true]);
  expect([...stepsOf(workflow)], printed).toEqual(wanted);
});

test('without a right key each job ends at its first step', async () => {
  const { code, executed } = await respect('no-such-key');
  expect(code).toBe(1);
  expect(executed.map((each) => [...stepsOf(each).values()])).toEqual([...jobs].map(() => [false]));
});

test('the kit reads the jobs as preconditions', () => {
  const { situations, operations } = toPreconditions(written('./openapi.yaml'), contract);
  for (const job of jobs.keys()) expect([...situations.keys()]).toContain(job);
  expect(operations.get('listRecipients')?.given).toEqual(['first-newsletter before recipients']);
});
