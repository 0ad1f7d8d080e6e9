import { readFileSync, writeFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import { drawing, type Edge } from './drawing.ts';

/**
 * Draws the floors of the service into `docs/architecture.md` from the imports of its code: `npm run picture`. With
 * `--check` nothing is written, and a picture that is no longer true ends the command with 1.
 */
const service = 'packages/service/src';
const document = 'docs/architecture.md';
const begin = '<!-- made by `npm run picture` -->\n';
const end = '<!-- end of the picture -->\n';

async function edges(): Promise<Edge[]> {
  const { output } = await cruise([service], {
    includeOnly: `^${service}/`,
    collapse: `^${service}/[^/]+`,
    tsPreCompilationDeps: true,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a text in place of a graph');
  const floor = (path: string) => path.slice(service.length + 1);
  return output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Edge => [floor(source), floor(resolved)]),
  );
}

const text = readFileSync(document, 'utf8');
const from = text.indexOf(begin);
const to = text.indexOf(end);
if (from === -1 || to === -1) throw new Error(`${document} has no place for the picture`);
const picture = `${begin}\n\`\`\`mermaid\n${drawing(await edges())}\`\`\`\n\n`;
const drawn = text.slice(0, from) + picture + text.slice(to);
if (!process.argv.includes('--check')) writeFileSync(document, drawn);
else if (drawn !== text) {
  console.error(`The picture in ${document} is not that of the code any more; draw it anew: npm run picture`);
  process.exitCode = 1;
}
