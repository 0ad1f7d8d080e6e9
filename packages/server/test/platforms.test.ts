import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../tools/verify/src/browser.ts';

/** A stub behind `fetch` on platforms without the modules and the globals of Node: a browser, and workers at the edge. */

const thereIsChromium = hasChromium('the stub is not tried in a browser.');

let bundle: string;
beforeAll(async () => {
  // For browsers esbuild refuses every import of a module of Node.
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'every-platform.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
    target: 'es2022',
  });
  bundle = outputFiles[0]!.text;
});

const wanted = {
  before: expect.stringMatching(/^200 .*<name>Spring<\/name>/),
  body: '200 ',
  packed: '200 ',
  notPacked: expect.stringMatching(/^400 .*body must be gzip/),
  after: expect.stringMatching(/^200 .*<name>Herbst ä<\/name>/),
  wrong: expect.stringMatching(/^400 .*mailingid must be an integer but was x/),
  nowhere: expect.stringMatching(/^404 /),
  hash: 32,
};

test.runIf(thereIsChromium)('Chromium', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.route('https://mail.test/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await page.goto('https://mail.test/');
    await page.addScriptTag({ content: bundle });
    expect(JSON.parse(await page.evaluate('program.tryOut()'))).toEqual(wanted);
  } finally {
    await browser.close();
  }
});

test('the interfaces of the web alone', async () => {
  const { Request, Response, Headers, URL, URLSearchParams, TextEncoder, TextDecoder, Blob, File, FormData } =
    globalThis;
  const {
    ReadableStream,
    CompressionStream,
    DecompressionStream,
    crypto,
    performance,
    setTimeout,
    atob,
    btoa,
    console,
  } = globalThis;
  const web = {
    ...{ Request, Response, Headers, URL, URLSearchParams, TextEncoder, TextDecoder, Blob, File, FormData },
    ...{ ReadableStream, CompressionStream, DecompressionStream, crypto, performance, setTimeout, atob, btoa, console },
    // Those of another realm are no Uint8Array to what the platform returns.
    ...{ Uint8Array, ArrayBuffer, Error, TypeError },
  };
  const context = vm.createContext(web);
  expect(JSON.parse(await vm.runInContext(`${bundle}\nprogram.tryOut()`, context))).toEqual(wanted);
});
