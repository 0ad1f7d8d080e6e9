import { readdirSync } from 'node:fs';
import type { Row } from './row.ts';

/** Each file of rows has a world of its own, in which they are judged one after the other. */
const files = readdirSync(new URL('rows/', import.meta.url));
export const groups = await Promise.all(
  files.map(
    async (file) =>
      [file, ((await import(/* @vite-ignore */ `./rows/${file}`)) as { rows: readonly Row[] }).rows] as const,
  ),
);
