import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { descriptionFile } from '../src/files.ts';
import { enrich } from './enrich.ts';
import { Examples } from './examples.ts';
import { readGuides } from './guides.ts';
import { landing } from './landing.ts';
import { offline } from './offline.ts';
import { writeSnippets } from './snippet-files.ts';
import { topicsOf } from './topics.ts';

/** Makes `generated/docs/index.html`, the documentation in one file, and `generated/docs/snippets`, its code. */

const output = join(import.meta.dirname, '../generated/docs');
const enriched = join(output, 'openapi.json');
const page = join(output, 'index.html');

const model = buildModel(await loadDescription(descriptionFile));
const { document, requests } = enrich(model, new Examples(model.document));
mkdirSync(output, { recursive: true });
writeFileSync(enriched, JSON.stringify(document));
writeSnippets(join(output, 'snippets'), requests);

const pageFile = (name: string) => join(import.meta.dirname, 'page', name);
const options = ['--template', pageFile('template.hbs'), '--openapi', pageFile('redoc.json')];
execFileSync('redocly', ['build-docs', enriched, '-o', page, '--inlineBundle', ...options], {
  cwd: output,
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  stdio: ['ignore', 'ignore', 'pipe'],
});

const parts: Record<string, string> = {
  style: readFileSync(pageFile('style.css'), 'utf8'),
  view: readFileSync(pageFile('view.js'), 'utf8'),
  landing: landing(model, topicsOf(model), readGuides()),
};
const html = readFileSync(page, 'utf8').replace(/<!--(\w+)-->/g, (mark, name) => parts[name] ?? mark);
writeFileSync(page, offline(html));
console.log(`${page}: ${requests.length} operations, ${Math.round(html.length / 1024)} KiB`);
