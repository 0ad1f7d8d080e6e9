import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { snippets } from '../../../../spec/docs/snippets.ts';
import { deep } from '../../../../tools/verify/src/deep.ts';
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
let reset: () => Promise<unknown>;
let testMails: ReturnType<typeof sendTestMails>;
const [, server] = databases();
beforeAll(async () => {
  service = await startTestService(await server!.open(), undefined, {}, { worker: false });
  await fillDemoAccount(service.db, service.accountId);
  const fetch = () => Promise.reject(new Error('The checks of the demo account ask nobody.'));
  await runDueJobs(service.db, [checkJob({ publicUrl: service.origin }, { fetch })], () => {});
  const restore = await saveRows(service.db);
  testMails = sendTestMails();
  reset = () => testMails.between(restore);
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
  let last: Promise<unknown> = Promise.resolve();
  const between = (action: () => Promise<unknown>) => {
    last = last.then(action);
    return last;
  };
  const work = async () => {
    while (!stopped) {
      await between(() => engine.run(service.db, signal));
      await setTimeout(50);
    }
  };
  const end = work();
  return {
    /** Does what must not happen while mails are made. */
    between,
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
    'resendMailing',
    'fillMailingRss',
    'getMailingSpamCheck',
    'getMailingWaves',
    'getMailingBounceCheck',
    'addMailingSignOff',
    'withdrawMailingSignOff',
    'createExperiment',
    'getExperiment',
    'deleteExperiment',
    'startExperiment',
    'decideExperiment',
    'cancelExperiment',
    'getTransaction',
    'deleteTransaction',
    'addImage',
    'deleteImage',
    'renameImage',
    'listImageUses',
    'proveSenderDomain',
    'getTransactionalMail',
    'replayWebhook',
    'getOwnUser',
  ]);
});

const certificate = () => join(inject('runDirectory'), 'tls/certificate.pem');

/** Runs a command as a reader would, who trusts the certificate of the service. Resolves to `answered`, or to its output. */
function run(command: string, args: string[]): Promise<string> {
  const env = {
    ...process.env,
    API_KEY: service.key,
    CURL_CA_BUNDLE: certificate(),
    REQUESTS_CA_BUNDLE: certificate(),
  };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, env, encoding: 'latin1' }, (error, stdout, stderr) =>
      resolve(error === null ? 'answered' : `${stdout}${stderr}`),
    );
  });
}

/**
 * Snippets that are run in other languages than TypeScript, each in a process of its own: one for each form of request with
 * curl, three with a body in the others, and all in the deep run.
 */
const forms = Map.groupBy(runnable, ({ curl }) =>
  [/ -X \w+/, / -H '[^']*'/, /@\S*|<<'END'\n.{0,5}/, /\n\ncurl/].map((part) => part.exec(curl)?.[0]).join(),
);
const oneEach = deep ? runnable : Array.from(forms.values(), ([first]) => first!);
const chosen = deep ? runnable : oneEach.filter(({ curl }) => /@|<<'END'/.test(curl)).slice(0, 3);

describe('curl', () => {
  test.each(oneEach)('$id', async ({ curl }) => {
    await reset();
    // What a reader's ~/.curlrc could say: a refusal is a failure that shows the answer.
    const script = `set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n${here(curl)}`;
    expect(await run('bash', ['-c', script])).toBe('answered');
  });
});

const works = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

describe.skipIf(!works('python3', '-c', 'import requests'))('Python', () => {
  test.each(chosen)('$id', async ({ python }) => {
    await reset();
    expect(await run('python3', ['-c', here(python)])).toBe('answered');
  });
});

describe.skipIf(!works('php', '-r', 'curl_init();'))('PHP', () => {
  test.each(chosen)('$id', async ({ php }) => {
    await reset();
    expect(await run('php', ['-d', `curl.cainfo=${certificate()}`, '-r', here(php).replace('<?php', '')])).toBe(
      'answered',
    );
  });
});

describe.skipIf(!works('javac', '-version'))('Java', () => {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-snippets-'));
  const trust = join(directory, 'trust.p12');
  const trusting = [`-Djavax.net.ssl.trustStore=${trust}`, '-Djavax.net.ssl.trustStorePassword=changeit'];
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('all snippets compile', async () => {
    const files = all.map(({ id, java }) => {
      const file = join(directory, `${id}.java`);
      writeFileSync(file, here(java).replace('class Example', `class ${id}`));
      return file;
    });
    expect(await run('javac', ['-encoding', 'UTF-8', '-d', directory, ...files])).toBe('answered');
    const options = ['-noprompt', '-storetype', 'PKCS12', '-storepass', 'changeit', '-alias', 'service'];
    expect(await run('keytool', ['-importcert', '-file', certificate(), '-keystore', trust, ...options])).toBe(
      'answered',
    );
  });

  test.each(chosen)('$id', async ({ id }) => {
    await reset();
    expect(await run('java', [...trusting, '-cp', directory, id])).toBe('answered');
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
