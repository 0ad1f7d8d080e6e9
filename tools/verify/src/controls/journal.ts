import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Removal } from './removal.ts';

/** What became of a removal: the test that failed, or nothing. */
export interface Outcome {
  killedBy: string | undefined;
}

/** Outcomes that are written down at once, so that a run that was interrupted goes on with the next removal. */
export interface Journal {
  find(removal: Removal): Outcome | undefined;
  add(removal: Removal, outcome: Outcome): void;
  /** The run has come to its end: the next one begins anew. */
  end(): void;
}

/** Opens the journal of these sources; that of others is thrown away, because its outcomes may no longer be true. */
export function openJournal(file: string, sources: string): Journal {
  const read = JSON.parse(readIfThere(file) ?? '{}') as { sources?: string; outcomes?: Record<string, Outcome> };
  const outcomes = read.sources === sources ? (read.outcomes ?? {}) : {};
  return {
    find: (removal) => outcomes[nameOf(removal)],
    add(removal, outcome) {
      outcomes[nameOf(removal)] = outcome;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ sources, outcomes }));
    },
    end: () => rmSync(file, { force: true }),
  };
}

const nameOf = ({ row, file, control, without }: Removal): string => JSON.stringify([row, file, control, without]);

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A hash of all code and tests of a checkout. */
export function hashOfSources(checkout: string): string {
  const hash = createHash('sha256');
  const files = globSync('{packages,spec,tools}/**/*.{ts,js,json,yaml,css}', {
    cwd: checkout,
    exclude: (name) => ['node_modules', 'dist', 'generated'].includes(String(name).split('/').at(-1)!),
  });
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(checkout, file)))
      .update('\0');
  return hash.digest('hex');
}
