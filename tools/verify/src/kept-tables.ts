import { mkdirSync, writeFileSync } from 'node:fs';

/** Where a run keeps the table of what a tier has taken; `npm run test:table` puts them into docs/tests.md. */
export const tableFile = (tier: string) => `.nx/tests/${tier}.md`;

/** Called by each run, also before development dependencies are installed. */
export function keepTable(tier: string, table: string): void {
  mkdirSync('.nx/tests', { recursive: true });
  writeFileSync(tableFile(tier), table);
}
