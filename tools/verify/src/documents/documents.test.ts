import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf, headingsOf, itemsOf, linksOf, pathsOf, sectionsOf } from './markdown.ts';

/** The documents that people write: those that commands write lie in folders that are left out. */

const root = join(import.meta.dirname, '../../../..');
const left = new Set(['node_modules', 'dist', 'generated', '.git', '.nx']);
const list = (pattern: string | string[]) =>
  globSync(pattern, { cwd: root, exclude: (path) => left.has(basename(path)) }).sort();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The first page of the site has its links from there; the tests of the site follow them. */
const pages = list(['*.md', 'docs/**/*.md', '{packages,tools}/*/README.md', 'spec/**/*.md']).filter(
  (file) => file !== 'spec/docs/first-page.md',
);
/** Pages that the site makes of the descriptions. */
const madeForTheSite = /^\.\.\/(?:administration|reference)\//;
const index = 'docs/decisions/README.md';
const decisions = list('docs/decisions/*.md').filter((file) => file !== index);

/** Links that lead nowhere. */
function brokenLinks(file: string): string[] {
  return linksOf(read(file)).flatMap(({ path, section }) => {
    if (file.startsWith('docs/guides/') && madeForTheSite.test(path)) return [];
    const target = path === '' ? file : join(dirname(file), path);
    const link = `${file}: ${path}${section === undefined ? '' : `#${section}`}`;
    if (!existsSync(join(root, target))) return [link];
    const isMissing = section !== undefined && target.endsWith('.md') && !sectionsOf(read(target)).has(section);
    return isMissing ? [link] : [];
  });
}

test('the scan finds pages and links', () => {
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.flatMap((file) => linksOf(read(file))).length).toBeGreaterThan(300);
});

test('rule 25: links of documents lead to files and sections', () => {
  expect(pages.flatMap(brokenLinks)).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'docs/rules.md'])('rule 25: the files that %s names exist', (file) => {
  const paths = pathsOf(read(file));
  expect(paths.length).toBeGreaterThan(25);
  const places = ['', 'packages/service/src'];
  expect(paths.filter((path) => !places.some((place) => existsSync(join(root, place, path))))).toEqual([]);
});

/** Pages of repositories that tests make. */
const invented = new Set(['docs/guide.md']);

test('rule 25: pages that comments and messages of sources name exist', () => {
  const sources = list(['.*.js', '*.{ts,js}', '{packages,tools,spec}/**/*.{ts,js}']);
  const named = sources.flatMap((file) =>
    Array.from(read(file).matchAll(/(?<![\w/.:])docs\/(?:[\w-]+\/)*[\w-]+\.md\b/g), ([page]) => ({ file, page })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ page }) => !invented.has(page) && !existsSync(join(root, page)))).toEqual([]);
});

/** A line of the index: a decision, as a link while it is in force, and its status. */
const line = /^(?<decision>.+?): (?<status>in force|replaced by .+)$/;

test('rule 26: each decision is in the index once, with its status', () => {
  const lines = itemsOf(read(index));
  expect(lines.filter((item) => !line.test(item))).toEqual([]);
  const listed = lines.map((item) => line.exec(item)!.groups!).filter(({ status }) => status === 'in force');
  const sections = decisions.flatMap((file) =>
    headingsOf(read(file), 2).map((heading) => `[${heading}](${basename(file)}#${anchorOf(heading)})`),
  );
  expect(
    listed.map(({ decision }) => decision).sort(),
    'lines of docs/decisions/README.md, compared with the sections (##) of the pages beside it',
  ).toEqual(sections.sort());
});

test('rule 26: decisions are pages by topic, at most 30', () => {
  expect(decisions.length).toBeLessThanOrEqual(30);
  expect(decisions.filter((file) => headingsOf(read(file), 2).length === 0)).toEqual([]);
});

test('rule 27: each rule has a number of its own, and its check names it', () => {
  const rules = itemsOf(read('docs/rules.md')).map((item) => /^\*\*Rule (\d+)\.\*\* .* Check: (.+)\.$/.exec(item));
  expect(rules).not.toContain(null);
  const numbers = rules.map((rule) => Number(rule![1]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from(numbers, (_, i) => i + 1));
  const checks = rules.flatMap((rule) =>
    Array.from(rule![2]!.matchAll(/`([^`]+\.[jt]s)`/g), ([, file]) => ({ number: rule![1]!, file: file! })),
  );
  expect(checks.length).toBeGreaterThanOrEqual(rules.length);
  const silent = checks.filter(({ number, file }) => !new RegExp(`\\brule ${number}\\b`, 'i').test(read(file)));
  expect(silent).toEqual([]);
});

test('rule 28: the page for newcomers is read before the first change', () => {
  expect(read('CONTRIBUTING.md').split('\n').length - 1).toBeLessThanOrEqual(110);
});
