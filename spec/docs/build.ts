import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { build } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { adminDescriptionFile, descriptionFile } from '../src/files.ts';
import { readAnsweredErrors } from './answered-errors.ts';
import { readChanges } from './changes.ts';
import { Examples } from './examples.ts';
import { readGuides } from './guides.ts';
import { publish } from './published/publish.ts';
import { readSamples, sampleRequests } from './samples.ts';
import { administrationPages } from './site/administration.ts';
import { llmsText } from './site/llms-text.ts';
import { toNavigation } from './site/navigation.ts';
import { sitePages, versionsPage } from './site/pages.ts';
import { searchIndex } from './site/search-index.ts';
import { writeSite } from './site/site.ts';
import { writeSnippets } from './snippet-files.ts';
import { topicsOf } from './topics.ts';

/**
 * Makes `generated/docs/site`, the documentation as pages, and `generated/docs/snippets`, its programs. `--base PATH` is
 * the path at which the site is served, `/docs/` if absent; `--output DIR` writes the site alone into another folder.
 * `--earlier VERSION` links to the documentation of an earlier release in the folder of this name.
 */
const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/docs/' },
    output: { type: 'string' },
    earlier: { type: 'string', multiple: true, default: [] },
  },
});
const generated = join(import.meta.dirname, '../generated/docs');
const output = values.output ?? join(generated, 'site');
const base = values.base.replace(/\/*$/, '/');

const model = buildModel(await loadDescription(descriptionFile));
const { document } = model;
const samples = readSamples(model);
const examples = new Examples(document);
const requests = sampleRequests(model, samples, examples);
if (values.output === undefined) writeSnippets(join(generated, 'snippets'), [...requests.values()]);

const needs = new Map(Object.entries(samples.operations).flatMap(([id, { needs }]) => (needs ? [[id, needs]] : [])));
const topics = topicsOf(model);
const administration = buildModel(await loadDescription(adminDescriptionFile));
const administrationTopics = topicsOf(administration, 'administration');
const groups = readGuides();
const changes = readChanges(document);
const { earlier } = values;
const pages = [
  ...sitePages(model, topics, groups, { document, examples, errors: readAnsweredErrors(), requests, needs }, changes),
  ...administrationPages(administration, administrationTopics),
  ...(earlier.length > 0 ? [versionsPage(earlier)] : []),
];
const { version } = manifest;

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
// Eleventy takes paths from the working directory.
const navigation = toNavigation(topics, administrationTopics, groups, changes !== undefined);
const site = { pages, navigation, version, hasEarlier: earlier.length > 0, base };
const contents = await writeSite(relative(process.cwd(), output), site);

for (const { path, markdown } of pages.filter(({ markdown }) => markdown !== '')) write(`${path}.md`, markdown);
write('llms.txt', llmsText(pages, document.info.summary));
write('openapi.json', JSON.stringify(publish(model).description));
copyFileSync(join(generated, '../workflows.arazzo.yaml'), join(output, 'workflows.arazzo.yaml'));
write('administration.json', JSON.stringify(administration.document));
write('search.json', searchIndex(pages, contents));
const assets = join(import.meta.dirname, 'page');
for (const name of ['style.css', 'docs.js', 'icon.svg']) copyFileSync(join(assets, name), join(output, name));
// Pictures of the console, which guides show.
const pictures = join(import.meta.dirname, '../../docs/images');
for (const name of ['console.png', 'mailing.png']) cpSync(join(pictures, name), join(output, 'images', name));
await build({
  entryPoints: [join(assets, 'search.ts')],
  outfile: join(output, 'search.js'),
  bundle: true,
  format: 'esm',
  minify: true,
  logLevel: 'error',
});
console.log(`${output}: ${pages.length} pages, ${requests.size} operations`);

function write(name: string, text: string): void {
  const file = join(output, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
