import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { descriptionFile } from '../src/files.ts';
import { Examples } from './examples.ts';
import { readGuides } from './guides.ts';
import { readSamples, sampleRequests } from './samples.ts';
import { framed } from './site/frame.ts';
import { sitePages } from './site/pages.ts';
import { searchEntries } from './site/search-entries.ts';
import { writeSnippets } from './snippet-files.ts';
import { topicsOf } from './topics.ts';

/** Makes `generated/docs/site`, the documentation as pages, and `generated/docs/snippets`, its programs. */

const output = join(import.meta.dirname, '../generated/docs');
const site = join(output, 'site');

const model = buildModel(await loadDescription(descriptionFile));
const { document } = model;
const samples = readSamples(model);
const examples = new Examples(document);
const requests = sampleRequests(model, samples, examples);
writeSnippets(join(output, 'snippets'), [...requests.values()]);

const needs = new Map(Object.entries(samples.operations).flatMap(([id, { needs }]) => (needs ? [[id, needs]] : [])));
const topics = topicsOf(model);
const guides = readGuides();
const pages = sitePages(model, topics, guides, { document, examples, requests, needs });

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
for (const page of pages) {
  const file = join(site, `${page.path || 'index'}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, framed(page));
}
writeFileSync(join(site, 'search.html'), framed({ title: 'Search', description: 'Search', body: '<!--results-->' }));
writeFileSync(join(site, 'search.json'), JSON.stringify(searchEntries(topics, guides)));
for (const name of ['style.css', 'docs.js', 'search.js'])
  copyFileSync(join(import.meta.dirname, 'page', name), join(site, name));
console.log(`${site}: ${pages.length} pages, ${requests.size} operations`);
