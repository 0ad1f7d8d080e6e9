import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { crawl } from './crawl.ts';

const folder = join(import.meta.dirname, '../../generated/docs/site');
const limit = 60_000;

if (!existsSync(join(folder, 'index.html')))
  throw new Error('The documentation is not built; `npx nx run spec:docs` builds it.');

test.each(['/some/project/', '/docs/'])(
  'below %s every link, anchor and asset exists, and every page is reached',
  async (base) => {
    const { broken, unreached, pages } = await crawl(folder, base);
    expect(broken).toEqual([]);
    expect(unreached).toEqual(['404.html']);
    expect(pages).toBeGreaterThan(240);
  },
);

const pages = globSync('**/*.html', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('every operation for operators has a section with its request', () => {
  const { paths } = JSON.parse(read('administration.json')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  const text = pages
    .filter((name) => name.startsWith('administration/'))
    .map(read)
    .join('');
  expect(ids.filter((id) => !text.includes(`<code>${id}</code>`))).toEqual([]);
  expect(text.match(/OPERATOR_KEY/g)).toHaveLength(ids.length);
});

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
