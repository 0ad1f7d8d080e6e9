import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { openBrowser } from '../../tools/verify/src/browser.ts';
import { publish } from '../docs/published/publish.ts';
import { descriptionFile } from '../src/files.ts';
import { redoclyProblems, spectralProblems } from './lint.ts';
import { renderers, tryRenderer } from './renderers.ts';
import { faultsOf, readScore, scoreLine } from './score.ts';
import { getTools } from './tools.ts';

/**
 * Shows what tools of others say of the published description: `npm run standards`. They are downloaded into a temporary folder,
 * or taken from the folder in `STANDARDS_TOOLS`. Pictures of the renderers go to `spec/generated/standards`. Ends with 1 if one
 * of them has a complaint.
 */
const given = process.env.STANDARDS_TOOLS;
const scratch = given ?? mkdtempSync(join(tmpdir(), 'standards-'));
const pictures = join(import.meta.dirname, '../generated/standards');
try {
  const { description, comparable } = publish(buildModel(await loadDescription(descriptionFile)));
  const tools = getTools(scratch);
  const published = write('openapi.json', description);
  const compared = write('comparable.json', comparable);
  mkdirSync(pictures, { recursive: true });

  const score = readScore(published);
  tell(`Redocly score: ${scoreLine(score)}`, faultsOf(score));
  tell('Redocly recommended-strict', redoclyProblems(compared, scratch));
  tell('Spectral spectral:oas', spectralProblems(tools.spectral, compared, scratch));
  const browser = await openBrowser();
  try {
    for (const renderer of renderers) {
      const picture = join(pictures, `${renderer.name.toLowerCase().replace(' ', '-')}.png`);
      const folder = tools.folder(renderer.package);
      tell(renderer.name, await tryRenderer(renderer, { browser, folder, description: published, picture }));
    }
  } finally {
    await browser.close();
  }
} finally {
  if (given === undefined) rmSync(scratch, { recursive: true, force: true });
}

function write(name: string, document: unknown): string {
  const file = join(scratch, name);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** Prints a result with its complaints, of which the first twenty tell enough. */
function tell(title: string, complaints: readonly string[]): void {
  console.log(`${complaints.length === 0 ? 'passed' : 'failed'}  ${title}`);
  for (const complaint of complaints.slice(0, 20)) console.log(`        ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}
