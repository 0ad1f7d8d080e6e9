import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { snippets } from '../../../../spec/docs/snippets.ts';
import { fillDemoAccount } from '../../src/app/demo-contents.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { checkJob } from '../../src/quality/index.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { openOutbox } from '../../src/sending/outbox/outbox.ts';
import { databases } from '../support/database.ts';
import { saveRows } from '../support/saved-rows.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * Every snippet of the documentation, as a reader pastes it, each against a demo account as it is after the first start.
 * Those that take what only the reader has are compiled alone, as all are in TypeScript (`npx nx run spec:types`).
 */
const all = await snippets();
const runnable = all.filter(({ needs }) => needs === undefined);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

let service: TestService;
let reset: () => Promise<void>;
let testMails: { stop(): Promise<void> };
const [, server] = databases();
beforeAll(async () => {
  service = await startTestService(await server!.open(), undefined, {}, { worker: false });
  await fillDemoAccount(service.db, service.accountId);
  const fetch = () => Promise.reject(new Error('The checks of the demo account ask nobody.'));
  await runDueJobs(service.db, [checkJob({ publicUrl: service.origin }, { fetch })], () => {});
  reset = await saveRows(service.db);
  testMails = sendTestMails();
});
afterAll(async () => {
  await testMails?.stop();
  await service?.close();
});

/** The only work that an answer waits for; jobs would change what a reader finds. */
function sendTestMails() {
  const environment = { transport: openOutbox(service.outboxDirectory), publicUrl: service.origin };
  const engine = new DeliveryEngine(environment, mailSources(environment));
  const { signal } = new AbortController();
  let stopped = false;
  const work = async () => {
    while (!stopped) {
      await engine.run(service.db, signal);
      await setTimeout(50);
    }
  };
  const end = work();
  return {
    async stop() {
      stopped = true;
      await end;
    },
  };
}

const here = (text: string) => text.replaceAll('https://localhost:8443', service.origin);

test('few snippets are not run', () => {
  expect(all.length).toBeGreaterThan(220);
  expect(all.filter(({ needs }) => needs !== undefined).map(({ id }) => id)).toEqual([
    'fillMailingRss',
    'getMailingSpamCheck',
    'getMailingBounceCheck',
  ]);
});

describe('curl', () => {
  test.each(runnable)('$id', async ({ curl }) => {
    await reset();
    const env = {
      ...process.env,
      API_KEY: service.key,
      CURL_CA_BUNDLE: join(inject('runDirectory'), 'tls/certificate.pem'),
    };
    // What a reader's ~/.curlrc could say: a refusal is a failure that shows the answer.
    const script = `set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n${here(curl)}`;
    const result = await new Promise<string>((resolve) => {
      execFile('bash', ['-c', script], { cwd: root, env, encoding: 'latin1' }, (error, stdout, stderr) =>
        resolve(error === null ? 'answered' : `${stdout}${stderr}`),
      );
    });
    expect(result).toBe('answered');
  });
});

describe('TypeScript', () => {
  test.each(runnable)('$id', async ({ typescript }) => {
    await reset();
    const modules: Record<string, object> = {
      '@mailwright/client': {
        createClient: (options: object) => createClient({ ...options, fetch: service.fetch } as never),
      },
      'node:fs/promises': { readFile: (name: string) => readFile(join(root, name)) },
    };
    const code = stripTypeScriptTypes(here(typescript)).replace(
      /^import (\{ \w+ \}) from ('[^']+');$/gm,
      'const $1 = modules[$2];',
    );
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (...given: object[]) => Promise<void>;
    const environment = { env: { API_KEY: service.key } };
    await new AsyncFunction('modules', 'process', 'console', code)(modules, environment, { log: () => {} });
  });
});
