import type { ApiModel } from '@mailwright/codegen';
import type { Guide } from './guides.ts';
import { escapeHtml as e } from './html.ts';
import type { Topic } from './topics.ts';

/** The first page: what there is by topic, the guides, and the index of all operations. Plain HTML, needs no script. */
export function landing({ document }: ApiModel, topics: Topic[], guides: Guide[]): string {
  const { title, version, summary, description } = document.info;
  return `<header>
<h1>${e(title)} <small>${e(version)}</small></h1>
<p class="lead">${e(summary)}</p>
<p>${e(description)}</p>
<nav>${[['topics', 'Topics'], ...guides.map(({ name, title }) => [name, title]), ['index', 'All operations']]
    .map(([name, label]) => `<a href="#${name}">${e(label!)}</a>`)
    .join(' ')} <a href="/docs/openapi.json" download>OpenAPI description</a></nav>
</header>
<section id="topics"><h2>Topics</h2>${topics.map(topicHtml).join('')}</section>
${guides.map(({ name, title, html }) => `<article id="${name}"><h2>${e(title)}</h2>${html}</article>`).join('\n')}
<section id="index"><h2>All operations</h2>
<p>Each leads to its parameters, bodies, examples and snippets. <noscript>That part needs JavaScript.</noscript></p>
${topics.flatMap(({ tags }) => tags.map(indexHtml)).join('\n')}</section>`;
}

function topicHtml({ title, tags }: Topic): string {
  const cards = tags.map(
    (tag) =>
      `<li><a href="${tag.address}">${e(tag.title)}</a> <small>${tag.operations.length}</small><br>${e(tag.description)}</li>`,
  );
  return `<h3>${e(title)}</h3><ul class="cards">${cards.join('')}</ul>`;
}

function indexHtml({ title, operations }: Topic['tags'][number]): string {
  const rows = operations.map(
    ({ operation: { method, path, summary }, address }) =>
      `<li><a href="${address}"><b class="${method.toLowerCase()}">${method}</b> <code>${e(path)}</code> <span>${e(summary)}</span></a></li>`,
  );
  return `<h3>${e(title)}</h3><ul class="operations">${rows.join('')}</ul>`;
}
