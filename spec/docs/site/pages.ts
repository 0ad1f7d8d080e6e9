import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiModel } from '@mailwright/codegen';
import { changesPage, type ReleaseChanges } from '../changes.ts';
import { errorPage, readErrors } from '../errors.ts';
import type { GuideGroup } from '../guides.ts';
import type { Tag, Topic } from '../topics.ts';
import { addressHtml, escapeHtml as e } from './components.ts';
import { inline, markdown } from './markdown.ts';
import { type Material, operationHtml } from './operation.ts';
import { operationMarkdown } from './operation-markdown.ts';

export interface Page {
  /** Path within the site, without ending. */
  path: string;
  title: string;
  description: string;
  /** Heading in lists of search results. */
  kind: string;
  /** Its form for programs; also its source if it has no `html`. Empty for pages that only people need. */
  markdown: string;
  html?: string;
  /** Whether it has no list of contents beside it. */
  isPlain?: boolean;
  /** operationId. */
  id?: string;
}

/** All pages: the first one, guides, tags, operations, errors, search and the page for missing addresses. */
export function sitePages(
  model: ApiModel,
  topics: Topic[],
  groups: GuideGroup[],
  material: Material,
  changes: ReleaseChanges[] | undefined,
): Page[] {
  const tags = topics.flatMap((topic) => topic.tags);
  return [
    firstPage,
    searchPage(groups),
    missingPage,
    ...groups.flatMap(({ title: kind, guides }) =>
      guides.map(({ name, title, text }) => ({
        path: `guides/${name}`,
        title,
        description: `Guide: ${title}`,
        kind: `Guide · ${kind}`,
        markdown: text,
      })),
    ),
    referencePage(model, topics),
    { ...errorsPage, markdown: errorPage(readErrors()) },
    ...(changes ? [{ ...apiChangesPage, markdown: changesPage(changes, addressesOf(tags)) }] : []),
    ...tags.flatMap((tag) => [tagPage(tag), ...operationPages(tag, material)]),
  ];
}

const firstPage: Page = {
  path: 'index',
  title: 'Documentation',
  description: 'Mailwright: an email-marketing platform with an HTTP API, on your own machines',
  kind: 'Documentation',
  markdown: readFileSync(join(import.meta.dirname, '../first-page.md'), 'utf8'),
};

const missingPage: Page = {
  path: '404',
  title: 'Page not found',
  description: 'There is no page at this address',
  kind: '',
  markdown: '',
  isPlain: true,
  html: `<h1>Page not found</h1><p>There is no page at this address. Search for it above, or go on from here:</p>
<ul><li><a href="/index.html">First page</a></li><li><a href="/guides/quick-start.html">Your first newsletter in five minutes</a></li>
<li><a href="/reference/index.html">All operations of the API</a></li><li><a href="/reference/errors.html">All error messages</a></li></ul>`,
};

/** The results of a search; the guides for readers of a site without a server who have no JavaScript. */
function searchPage(groups: GuideGroup[]): Page {
  const guides = groups.flatMap(({ guides }) =>
    guides.map(({ name, title }) => `<li><a href="/guides/${name}.html">${e(title)}</a></li>`),
  );
  return {
    path: 'search',
    title: 'Search',
    description: 'Search the documentation',
    kind: '',
    markdown: '',
    isPlain: true,
    html: `<h1>Search</h1><div class="found"><!--results--><p>The search needs JavaScript. Without it, use the list of <a href="/reference/index.html">all operations</a> or the guides:</p><ul>${guides.join('')}</ul><!--/results--></div>`,
  };
}

const errorsPage = {
  path: 'reference/errors',
  title: 'Error messages',
  description: 'Every kind of error message with its cause',
  kind: 'Reference',
};

const apiChangesPage = {
  path: 'reference/changes',
  title: 'Changes of the API',
  description: 'What each release changes, by operation',
  kind: 'Reference',
};

/** Links to the documentation of earlier releases, which lies in folders beside this one. */
export function versionsPage(earlier: string[]): Page {
  const links = earlier.map((version) => `<li><a href="/${version}/index.html">${e(version)}</a></li>`);
  return {
    path: 'versions',
    title: 'Versions',
    description: 'The documentation of each release',
    kind: 'Documentation',
    markdown: '',
    isPlain: true,
    html: `<h1>Versions</h1><p>These pages describe the newest state. Each service has the documentation of its own version at <code>/docs</code>. Earlier releases:</p><ul>${links.join('')}</ul>`,
  };
}

const addressesOf = (tags: Tag[]) =>
  new Map(tags.flatMap(({ operations }) => operations.map(({ operation: { id }, address }) => [id, address])));

function referencePage({ document }: ApiModel, topics: Topic[]): Page {
  const { description } = document.info;
  const title = 'API reference';
  const list = topics.map(({ title, tags }) => `<h2>${e(title)}</h2>${tags.map(tagHtml).join('')}`);
  const links = topics.flatMap(({ tags }) => tags.map(({ title, address }) => `- [${title}](../${address}.md)`));
  return {
    path: 'reference/index',
    title,
    description: 'All operations of the API by topic',
    kind: 'Reference',
    markdown: `# ${title}\n\n${description}\n\n${links.join('\n')}\n`,
    html: `<h1>${title}</h1><p><a href="/openapi.json" download>OpenAPI description</a> · <a href="/workflows.arazzo.yaml" download>Workflows (Arazzo)</a> · <a href="/reference/errors.html">Error messages</a> · <a href="/administration/index.html">Interface for operators</a></p>${list.join('')}<h2 id="common">Common to all operations</h2>${markdown.render(description)}`,
  };
}

const tagHtml = (tag: Tag) =>
  `<h3><a href="/${tag.address}.html">${e(tag.title)}</a></h3><p>${inline(tag.description)}</p>${operationList(tag)}`;

function operationList({ operations }: Tag): string {
  const items = operations.map(
    ({ operation: { method, path, summary }, address }) =>
      `<li><a href="/${address}.html">${addressHtml(method, path)} <span>${inline(summary ?? '')}</span></a></li>`,
  );
  return `<ul class="operations">${items.join('')}</ul>`;
}

function tagPage(tag: Tag): Page {
  const { title, description, address, operations } = tag;
  const links = operations.map(
    ({ operation, address }) => `- [${operation.summary}](../${address}.md): \`${operation.method} ${operation.path}\``,
  );
  return {
    path: address,
    title,
    description,
    kind: 'Reference',
    markdown: `# ${title}\n\n${description}\n\n${links.map((link) => link.replace('../reference/', '')).join('\n')}\n`,
    html: `<h1>${e(title)}</h1><p class="lead">${inline(description)}</p>${operationList(tag)}`,
  };
}

function operationPages({ title: tag, operations }: Tag, material: Material): Page[] {
  return operations.map(({ operation, address }) => ({
    path: address,
    title: operation.summary ?? operation.id,
    description: `${operation.method} ${operation.path} · ${tag}`,
    kind: `${operation.method} ${operation.path}`,
    markdown: operationMarkdown(operation, material),
    html: operationHtml(operation, material),
    id: operation.id,
  }));
}
