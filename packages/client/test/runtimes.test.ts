import { existsSync } from 'node:fs';
import path from 'node:path';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { corsService } from './support/cors-service.ts';

/** The same bundle in runtimes that are not Node: a browser, and the interfaces that workers at the edge have. */

const CHROMIUM = '/usr/bin/chromium';
const thereIsChromium = existsSync(CHROMIUM);
if (!thereIsChromium) console.log(`No ${CHROMIUM}: the client is not tried in a browser.`);

const wanted = {
  name: 'Spring & more',
  missing: [404, 'NotFoundError', 'Mailing 8 not found.', 'r-1'],
  total: 1,
  ids: [7],
};
let bundle: string;
let service: Awaited<ReturnType<typeof corsService>>;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'support/every-runtime.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  bundle = outputFiles[0]!.text;
});
beforeEach(async () => {
  service = await corsService();
  return () => service.close();
});

function checkUpload(): void {
  const uploads = service.seen.filter(({ method }) => method === 'POST');
  expect(uploads).toHaveLength(1);
  const { type, body } = uploads[0]!;
  expect(type).toMatch(/xml/);
  expect(body).toMatch(/<name>Ä &amp; &lt;b(>|&gt;)<\/name>$/);
}

test.runIf(thereIsChromium)('Chromium, from another origin', async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(service.page);
    await page.addScriptTag({ content: bundle });
    const result = await page.evaluate(`tryOut(${JSON.stringify(service.baseUrl)})`);
    expect(JSON.parse(result as string)).toEqual(wanted);
  } finally {
    await browser.close();
  }
  checkUpload();
});

test('an edge runtime', async () => {
  const runtime = new EdgeVM({ initialCode: bundle });
  expect(JSON.parse(await runtime.evaluate(`tryOut(${JSON.stringify(service.baseUrl)})`))).toEqual(wanted);
  checkUpload();
});
