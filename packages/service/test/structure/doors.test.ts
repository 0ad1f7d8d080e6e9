import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Maximum number of names that a context exports; a larger context is to be divided. */
const most: Record<string, number> = { people: 100, sending: 82 };

const doors = globSync('*/index.ts', { cwd: sources }).map((file) => {
  const lists = readFileSync(join(sources, file), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from/gm);
  const names = Array.from(lists, ([, list]) => list!.split(',').filter((name) => name.trim() !== '')).flat();
  return { context: dirname(file), names: names.length };
});

test('the scan finds the doors', () => {
  expect(doors.length).toBeGreaterThan(8);
  expect(doors.filter(({ names }) => names === 0)).toEqual([]);
});

test('rule 6: no context exports more names than a reader can survey', () => {
  expect(doors.filter(({ context, names }) => names > (most[context] ?? 80))).toEqual([]);
});
