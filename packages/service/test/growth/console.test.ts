import { maxHeaderSize } from 'node:http';
import { expect, test } from 'vitest';
import { routes } from '../../../console/src/pages/routes.ts';
import { findRoute } from '../../../console/src/web/routes.ts';
import { consoleSubjects, formRoutes } from './console.ts';

test('every form of the console has a row, with its own bounds', () => {
  const measured = new Set(
    formRoutes.flatMap(({ path }) => {
      const found = findRoute(routes, 'POST', path);
      return found && 'route' in found ? [found.route] : [];
    }),
  );
  expect(routes.filter((route) => route.method === 'POST' && !measured.has(route))).toEqual([]);
  const paths = formRoutes.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(
      ['sign-in', 'sign-out', 'forgotten', 'password', 'password/passkey', 'first'].map((name) => `/console/${name}`),
    ),
  );
});

test('only pages with contents, lists or many fields take more than 16 KB, and none more than 9.5 MB', () => {
  const large = routes.filter(({ bounds }) => bounds.bytes > 16_384);
  expect(large.length).toBeLessThan(24);
  expect(Math.max(...large.map(({ bounds }) => bounds.bytes))).toBe(9_500_000);
  expect(Math.max(...routes.map(({ bounds }) => bounds.fields))).toBe(2000);
});

test('no query is longer than the one that is measured', () => {
  expect(consoleSubjects.at(-1)!.size).toBe(maxHeaderSize);
});
