import { expect, test } from 'vitest';
import { routes } from '../../../console/src/pages/routes.ts';
import { groups } from './groups.ts';

/** Routes of the console by method and path; variable parts have a colon. */
const known = routes.map(({ method, pattern }) => {
  const path = pattern.source.replace(/^\^\\\/console/, '').replace(/\$$/, '');
  return `${method} ${path.replaceAll('\\/', '/').replaceAll(/\(\?<(\w+)>[^)]*\)/g, ':$1') || '/'}`;
});
const judged = new Set(groups.flatMap(([, rows]) => rows.flatMap((row) => row.routes)));

test('every page and button of the console is judged', () => {
  expect(known.filter((route) => !judged.has(route))).toEqual([]);
  expect([...judged].filter((route) => !known.includes(route))).toEqual([]);
});
