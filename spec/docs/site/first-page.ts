import type { ApiModel } from '@mailwright/codegen';
import type { Guide } from '../guides.ts';
import { escapeHtml as e } from '../html.ts';
import type { Topic } from '../topics.ts';
import type { Page } from './frame.ts';

/** The first page: the guides, what there is by topic, and the index of all operations. */
export function firstPage({ document }: ApiModel, topics: Topic[], guides: Guide[]): Page {
  const { title, version, summary, description } = document.info;
  const body = `<h1>${e(title)} <small>${e(version)}</small></h1>
<p class="lead">${e(summary)}</p>
${paragraphs(description)}
<h2 id="guides">Guides</h2>
<ul class="cards">${guides.map(({ name, title }) => `<li><a href="/docs/guides/${name}">${e(title)}</a></li>`).join('')}</ul>
<h2 id="topics">Topics</h2>
${topics.map(topicHtml).join('')}
<h2 id="operations">All operations</h2>
${topics.flatMap(({ tags }) => tags.map(tagHtml)).join('\n')}`;
  return { path: '', title: 'Documentation', description: summary, body };
}

const paragraphs = (text: string) =>
  text
    .trim()
    .split(/\n\n+/)
    .map((one) => `<p>${e(one)}</p>`)
    .join('\n');

function topicHtml({ title, tags }: Topic): string {
  const cards = tags.map(
    (tag) =>
      `<li><a href="${tag.address}">${e(tag.title)}</a> <small>${tag.operations.length}</small><br>${e(tag.description)}</li>`,
  );
  return `<h3>${e(title)}</h3><ul class="cards">${cards.join('')}</ul>`;
}

function tagHtml({ title, operations }: Topic['tags'][number]): string {
  const rows = operations.map(
    ({ operation: { method, path, summary }, address }) =>
      `<li><a href="${address}"><b class="${method.toLowerCase()}">${method}</b> <code>${e(path)}</code> <span>${e(summary)}</span></a></li>`,
  );
  return `<h3>${e(title)}</h3><ul class="operations">${rows.join('')}</ul>`;
}
