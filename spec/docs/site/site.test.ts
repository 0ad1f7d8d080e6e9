import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The folder that the documentation workflow publishes, served below a path and crawled. */
const folder = join(import.meta.dirname, '../../generated/docs/site');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const limit = 60_000;

const server = createServer((request, response) => {
  const [, name = ''] = /^\/(?:some\/project|docs)\/([^?#]*)/.exec(request.url!) ?? [];
  const file = join(folder, name === '' ? 'index.html' : name);
  if (name.includes('..') || !/^\/(some\/project|docs)\//.test(request.url!) || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
});
let origin: string;

beforeAll(async () => {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('The documentation is not built; `npx nx run spec:docs` builds it.');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe.each(['/some/project/', '/docs/'])('below %s', (base) => {
  test('every link, anchor and asset exists, and every page is reached', async () => {
    const pages = new Map<string, string>();
    const targets = new Map<string, string>();
    const broken: string[] = [];
    const waiting = [`${origin}${base}`];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (pages.has(url)) continue;
      const answer = await fetch(url);
      const text = await answer.text();
      pages.set(url, text);
      if (answer.status !== 200) broken.push(url);
      if (answer.headers.get('content-type') !== 'text/html') continue;
      for (const [, href] of text.matchAll(/<(?:a|link|script|img|form)\b[^>]* (?:href|src|action)="([^"]*)"/g)) {
        const target = new URL(href!, url);
        if (target.origin !== origin) continue;
        if (target.hash) targets.set(target.href, url);
        waiting.push(target.href.replace(/#.*$/, ''));
      }
    }
    for (const [target, from] of targets) {
      const [url, anchor] = target.split('#');
      if (!pages.get(url!)?.includes(`id="${decodeURIComponent(anchor!)}"`)) broken.push(`${target} in ${from}`);
    }
    expect(broken).toEqual([]);
    const reached = new Set([...pages.keys()].map((url) => url.slice(`${origin}${base}`.length)));
    const files = globSync('**/*.html', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
    expect(files.filter((name) => !reached.has(name))).toEqual(['404.html']);
    expect(files.length).toBeGreaterThan(240);
  });
});

const pages = globSync('**/*.html', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('no page shows Markdown', () => {
  const raw = pages.flatMap((name) => {
    const text = read(name).replace(/<pre.*?<\/pre>|<code>.*?<\/code>|<[^>]*>/gs, ' ');
    const [found] = /`|\]\([^)]*\)|\*\*|^#{1,6} /m.exec(text) ?? [];
    return found === undefined ? [] : [`${name}: ${found}`];
  });
  expect(raw).toEqual([]);
});

test(`the first view of every page is at most ${limit} bytes`, () => {
  const size = (name: string) => gzipSync(readFileSync(join(folder, name))).length;
  const shared = ['style.css', 'docs.js', 'icon.svg'].reduce((sum, name) => sum + size(name), 0);
  const heavy = pages.map((name) => ({ name, bytes: size(name) + shared })).filter(({ bytes }) => bytes > limit);
  expect(heavy).toEqual([]);
});

test('the page for missing addresses leads on from any depth', () => {
  const links = [...read('404.html').matchAll(/(?:href|src|action)="([^"#]+)"/g)].map(([, href]) => href!);
  expect(links.filter((href) => !href.startsWith('/docs/'))).toEqual([]);
  expect(links.filter((href) => !existsSync(join(folder, href.slice('/docs/'.length))))).toEqual([]);
});

test('llms.txt and the Markdown pages link to files', () => {
  const names = ['llms.txt', ...globSync('**/*.md', { cwd: folder })];
  const broken = names.flatMap((name) =>
    [
      ...read(name)
        .replace(/```.*?```/gs, '')
        .matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g),
    ]
      .filter(([, href]) => !existsSync(join(folder, posix.dirname(name.replaceAll('\\', '/')), href!)))
      .map(([, href]) => `${name}: ${href}`),
  );
  expect(broken).toEqual([]);
  expect(names.length).toBeGreaterThan(240);
});
