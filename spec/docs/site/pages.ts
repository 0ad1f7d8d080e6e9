import type { ApiModel } from '@mailwright/codegen';
import type { Guide } from '../guides.ts';
import { escapeHtml as e } from '../html.ts';
import type { Topic } from '../topics.ts';
import { firstPage } from './first-page.ts';
import type { Page } from './frame.ts';
import { type Material, operationHtml } from './operation.ts';

/** All pages of the site: the first one, one for each guide, and one for each tag with its operations. */
export function sitePages(model: ApiModel, topics: Topic[], guides: Guide[], material: Material): Page[] {
  const tags = topics.flatMap((topic) => topic.tags);
  return [
    firstPage(model, topics, guides),
    ...guides.map((guide, index) => guidePage(guide, guides[index + 1])),
    ...tags.map((tag) => referencePage(tag, material)),
  ];
}

function guidePage({ name, title, html }: Guide, next: Guide | undefined): Page {
  const on = next ? `<p>Next: <a href="/docs/guides/${next.name}">${e(next.title)}</a></p>` : '';
  const body = `<article><h1>${e(title)}</h1>${html}</article>${on}`;
  return { path: `guides/${name}`, title, description: `Guide of Mailwright: ${title}`, body };
}

function referencePage({ title, description, address, operations }: Topic['tags'][number], material: Material): Page {
  const items = operations.map(
    ({ operation: { method, summary }, address }) =>
      `<li><a href="${address}"><b class="${method.toLowerCase()}">${method}</b> ${e(summary ?? '')}</a></li>`,
  );
  const body = `<h1>${e(title)}</h1>
<p class="lead">${e(description)}</p>
<ul class="contents">${items.join('')}</ul>
${operations.map(({ operation }) => operationHtml(operation, material)).join('\n')}`;
  return { path: address.replace('/docs/', ''), title, description, body };
}
