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
  /** Path at which the site is served. Only the page for missing addresses needs it; all others link relatively. */
  base: string;
}

/** Renders all pages in their layout into a folder. Returns their contents without the layout, by path. */
export async function writeSite(output: string, { pages, navigation, version, base }: Site) {
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
          navigation: path.startsWith('reference/') ? referenceFirst : lists,
          version,
        });
      }
      config.addTransform('links', function (this: { page: { outputPath: string } }, content: string) {
        const path = posix.relative(output, this.page.outputPath);
        contents.set(path.replace(/\.html$/, ''), /<main[^>]*>(.*)<\/main>/s.exec(content)?.[1] ?? '');
        return linkFrom(content, path === '404.html' ? base : posix.relative(posix.dirname(path), '.'));
      });
    },
  });
  await eleventy.write();
  return contents;
}

/** Rewrites links to the root of the site, such as `/style.css`, to links that begin at another path. */
function linkFrom(html: string, root: string): string {
  const start = root === '' ? './' : root.endsWith('/') ? root : `${root}/`;
  return html.replace(/(<[^>]* (?:href|src|action|data-root)=")\/(?!\/)/g, `$1${start}`);
}
