import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImports } from './circles.ts';
import { drawing, type Edge } from './drawing.ts';
import { floorOf, service } from './floors.ts';
import { readSources } from './read-sources.ts';

/** Draws the floors of the service into `docs/architecture.md` from the imports of its code: `npm run picture`. */
export const document: string = join(import.meta.dirname, '../../../docs/architecture.md');
const begin = '<!-- made by `npm run picture` -->\n';
const end = '<!-- end of the picture -->\n';

/** Returns the document with the picture that is true now. */
export function withPicture(text: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to === -1) throw new Error(`${document} has no place for the picture`);
  const picture = `${begin}\n\`\`\`mermaid\n${drawing(edges())}\`\`\`\n\n`;
  return text.slice(0, from) + picture + text.slice(to);
}

function edges(): Edge[] {
  return Array.from(readImports(readSources(service))).flatMap(([from, targets]) =>
    targets.flatMap((to): Edge[] => {
      const [own, other] = [floorOf(from), floorOf(to)];
      return own === undefined || other === undefined ? [] : [[own, other]];
    }),
  );
}

if (import.meta.main) writeFileSync(document, withPicture(readFileSync(document, 'utf8')));
