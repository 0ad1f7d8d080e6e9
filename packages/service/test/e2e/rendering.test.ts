import { mkdtempSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { chromiumPath, hasChromium } from '../../../../tools/verify/src/browser.ts';
import { renderPage } from '../../src/quality/display/rendering/render.ts';
import { usualDatabases } from '../support/database.ts';
import { type ScriptedWeb, startScriptedWeb } from '../support/scripted-web.ts';
import { startTestService, type TestService } from '../support/service.ts';

const thereIsChromium = hasChromium(
  'the display check is not tried with a real browser; the Debian package is chromium.',
);

const page = (body: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8">${head}</head><body style="margin:0">${body}</body></html>`;
const homes = () => readdirSync(tmpdir());
const unused = () => Promise.reject(new Error('nothing is to be loaded'));

describe.runIf(thereIsChromium)('rendering with Chromium', () => {
  // Not in the run's directory: the paths of Chromium's sockets have an upper bound.
  beforeEach(() => vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'mw-'))));
  afterEach(() => {
    rmdirSync(tmpdir());
    vi.unstubAllEnvs();
  });
  const seen = async (html: string) =>
    (await renderPage(chromiumPath, html, unused)).map(({ width, contentWidth, wide }) => [
      width,
      contentWidth,
      wide.map(({ name }) => name),
    ]);

  test.each<[string, string, unknown[]]>([
    ['what adapts', page('<p>Hello</p><img width="100" height="100" style="max-width:100%" alt="">'), [375, []]],
    ['a table of 600 pixels', page('<table width="600"><tr><td>Hello</td></tr></table>'), [600, ['table']]],
    ['a wide image in it', page('<div style="width:640px"><img width="620" height="9"></div>'), [640, ['div', 'img']]],
    ['a script that is not run', page('<script>document.write("<div style=width:2000px>x</div>")</script>'), [375, []]],
    [
      'a style for telephones',
      page('<div class="b">x</div>', '<style>.b{width:600px}@media(max-width:400px){.b{width:auto}}</style>'),
      [375, []],
    ],
  ])('%s', async (_, html, [contentWidth, names]) => {
    expect(await seen(html)).toEqual([
      [375, contentWidth, names],
      [700, 700, []],
    ]);
    expect(homes(), 'nothing is left behind').toEqual([]);
  });

  test('a program that ends, or is none, is an error and leaves nothing behind', async () => {
    const directory = mkdtempSync(join(inject('runDirectory'), 'browser-'));
    const broken = join(directory, 'broken');
    writeFileSync(broken, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await expect(renderPage(broken, page('x'), unused)).rejects.toThrow('it ended with 3');
    await expect(renderPage(join(directory, 'none'), page('x'), unused)).rejects.toThrow('it cannot be started');
    expect(homes()).toEqual([]);
  });
});

describe.runIf(thereIsChromium).each(usualDatabases())('the display check with Chromium on $kind', ({ open }) => {
  let web: ScriptedWeb;
  let service: TestService;
  beforeAll(async () => {
    web = await startScriptedWeb();
    service = await startTestService(await open(), undefined, { chromium: chromiumPath });
  });
  afterAll(async () => {
    await service?.close();
    web?.release();
    await web?.close();
  });

  test('tells what has to be scrolled; images come by the guarded fetcher only', async () => {
    const { client } = service;
    const mailingid = await client.mailings.create({ name: 'Wide', subject: 'Wide' }).orThrow();
    const body = page(
      `<table width="600"><tr><td>Hello [[CONTACT|FIRSTNAME|friend]]</td></tr></table>
       <img src="${web.origin}/image.png" alt=""><img src="${web.origin}/to-private" alt=""><iframe src="${web.origin}/ok"></iframe>`,
    );
    await client.mailings.setHtml({ mailingid, body }).orThrow();
    await client.mailingChecks.startDisplay({ mailingid }).orThrow();
    const result = await vi.waitFor(() => client.mailingChecks.getDisplay({ mailingid }).orThrow(), {
      timeout: 60_000,
      interval: 100,
    });
    expect(result.renderings).toEqual([
      { width: 375, content_width: 600 },
      { width: 700, content_width: 700 },
    ]);
    const found = result.findings!.filter(({ code }) =>
      ['overflow', 'element_too_wide', 'not_rendered'].includes(code),
    );
    expect(found.map(({ code, location }) => [code, location])).toEqual([
      ['overflow', undefined],
      ['element_too_wide', '<table width="600">'],
    ]);
    expect(web.requests).toContain('GET /image.png');
    expect(web.requests).not.toContain('GET /ok');
  });
});
