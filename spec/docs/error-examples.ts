import type { Example } from './examples.ts';

/**
 * Those error documents that an operation can answer with a status. Their names are `<status>`, `<status>-sealed`,
 * `<status>-<first segment of the path>` where the text names a resource of that group, or `<status>-<anything else>`.
 */
export function errorExamples(all: Example[], status: string, path: string, sealed: boolean): Example[] {
  const group = path.split('/')[1] ?? '';
  const named = (rest: string) => all.filter(({ name }) => name === `${status}-${rest}`);
  const narrow = sealed && status === '409' ? named('sealed') : named(group);
  if (narrow.length > 0) return narrow;
  const isWide = ['400', '401', '403', '405', '406', '412', '413', '415', '422', '423', '429'].includes(status);
  return isWide ? all.filter(({ name }) => name === status || name.startsWith(`${status}-`)) : [];
}
