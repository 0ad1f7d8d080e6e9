import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { crawl } from '../../../spec/docs/site/crawl.ts';
import { readWorkspace, root } from '../src/workspaces.ts';

/** The folder that the documentation workflow uploads, after a release. */

const { version } = readWorkspace(join(root, 'spec')).manifest;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailwright-published-docs-'));
  const env = { ...process.env, npm_config_registry: inject('registry') };
  const options = ['--base', '/some/project', '--output', folder];
  await promisify(execFile)(process.execPath, [join(root, 'spec/docs/publish.ts'), ...options], { env });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('it has the newest state and each release, without broken links', async () => {
  const { broken, unreached, pages } = await crawl(folder, '/some/project/');
  expect(broken).toEqual([]);
  expect(unreached).toEqual(['404.html', `${version}/404.html`]);
  expect(pages).toBeGreaterThan(500);
});

test('each page leads to the other versions', async () => {
  const page = await readFile(join(folder, 'guides/contacts.html'), 'utf8');
  expect(page).toContain('href="../versions.html"');
  expect(await readFile(join(folder, 'versions.html'), 'utf8')).toContain(`href="./${version}/index.html"`);
});
