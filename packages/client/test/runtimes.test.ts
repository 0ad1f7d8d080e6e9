import path from 'node:path';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../tools/verify/src/browser.ts';
import { corsService, wanted, wantedOfRedirects, wantedOfStreams } from './support/cors-service.ts';

/**
 * The same bundle in runtimes that are not Node: a browser, and the interfaces that workers at the edge have. The
 * installed package in other runtimes: `tools/pack/test/runtimes.test.ts`.
 */

const thereIsChromium = hasChromium('the client is not tried in a browser.');

let bundle: string;
let service: Awaited<ReturnType<typeof corsService>>;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'support/every-runtime.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
    target: 'es2022',
  });
  bundle = outputFiles[0]!.text;
});
beforeEach(async () => {
  service = await corsService();
  return () => service.close();
});

function checkWrites(): void {
  const names = service.seen.filter(({ method, url }) => method === 'POST' && url.endsWith('/name'));
  expect(names).toHaveLength(1);
  expect(names[0]!.type).toMatch(/xml/);
  expect(names[0]!.body).toMatch(/<name>Ä &amp; &lt;b(>|&gt;)<\/name>$/);
}

test.runIf(thereIsChromium)('Chromium, from another origin', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(service.page);
    await page.addScriptTag({ content: bundle });
    const result = await page.evaluate(`program.tryOut(${JSON.stringify(service.baseUrl)}, { streams: false })`);
    const elsewhere = [0, 'StatusError', '', null];
    expect(JSON.parse(result as string)).toEqual({ ...wanted, elsewhere });
  } finally {
    await browser.close();
  }
  checkWrites();
});

test('an edge runtime', async () => {
  const runtime = new EdgeVM({ initialCode: bundle });
  const result = JSON.parse(await runtime.evaluate(`program.tryOut(${JSON.stringify(service.baseUrl)})`));
  expect(result).toEqual({ ...wanted, ...wantedOfStreams, elsewhere: wantedOfRedirects });
  checkWrites();
});
