import { posix } from 'node:path';
import { Eleventy } from '@11ty/eleventy';
import { markdown } from './markdown.ts';
import type { Page } from './pages.ts';

export interface Link {
  /** Path within the site, without ending. */
  path: string;
  title: string;
  links?: Link[];
}

export interface Site {
  pages: Page[];
  navigation: Record<'guides' | 'reference', { title: string; links: Link[] }[]>;
  version: string;
  /** Whether there is a page that links to earlier versions. */
  hasEarlier: boolean;
  /** Path at which the site is served. Only the page for missing addresses needs it; all others link relatively. */
  base: string;
}

/** Renders all pages in their layout into a folder. Returns their contents without the layout, by path. */
export async function writeSite(output: string, { pages, navigation, version, hasEarlier, base }: Site) {
  const contents = new Map<string, string>();
  const guides = navigation.guides.flatMap(({ links }) => links);
  const lists = [...navigation.guides, ...navigation.reference];
  const referenceFirst = [...navigation.reference, ...navigation.guides];
  const eleventy = new Eleventy(import.meta.dirname, output, {
    quietMode: true,
    configPath: '',
    config(config) {
      config.setTemplateFormats(['md', 'html']);
      config.setLayoutsDirectory('layouts');
      config.setLibrary('md', markdown);
      for (const { path, title, description, html, markdown: text, isPlain } of pages) {
        const position = guides.findIndex((link) => link.path === path);
        config.addTemplate(`${path}.${html === undefined ? 'md' : 'html'}`, html ?? text, {
          layout: 'page.liquid',
          permalink: `${path}.html`,
          templateEngineOverride: html === undefined ? 'md' : 'html',
          title,
          description,
          path,
          section: path.split('/').slice(0, 2).join('/'),
          next: position < 0 ? undefined : guides[position + 1],
          alternate: text ? `${path}.md` : undefined,
          isPlain,
          navigation: /^(reference|administration)\//.test(path) ? referenceFirst : lists,
          version,
          hasEarlier,
        });
      }
      config.addTransform('links', function (this: { page: { outputPath: string } }, content: string) {
        const path = posix.relative(output, this.page.outputPath);
        const main = /<main[^>]*>(.*)<\/main>/s.exec(content)?.[1] ?? '';
        contents.set(path.replace(/\.html$/, ''), main);
        return linkFrom(
          content.replace('<!--sections-->', sectionsHtml(main)),
          path === '404.html' ? base : posix.relative(posix.dirname(path), '.'),
        );
      });
    },
  });
  await eleventy.write();
  return contents;
}

/** The list of the sections of a long page; the page of an operation has two columns already. */
function sectionsHtml(main: string): string {
  const sections = [...main.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/gs)];
  if (sections.length < fewestSections || main.includes('class="operation"')) return '';
  const items = sections.map(([, id, title]) => `<li><a href="#${id}">${title!.replace(/<[^>]*>/g, '')}</a></li>`);
  return `<details class="side sections"><summary>On this page</summary><nav aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav></details>`;
}

const fewestSections = 3;

/** Rewrites links to the root of the site, such as `/style.css`, to links that begin at another path. */
function linkFrom(html: string, root: string): string {
  const start = root === '' ? './' : root.endsWith('/') ? root : `${root}/`;
  return html.replace(/(<[^>]* (?:href|src|action|data-root)=")\/(?!\/)/g, `$1${start}`);
}
