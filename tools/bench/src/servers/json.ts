import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { key, mailings } from './pages.ts';
import { items } from './server.ts';

/** The description with JSON in place of XML, for servers that speak JSON only. */
export const twin = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@mailwright/spec/twin.json')), 'utf8'));

export const page = mailings(items);

/** Headers of the page. Neither library makes them, so they cost these servers next to nothing. */
export const pageHeaders = {
  'x-items': String(items),
  'x-pages': '1',
  link: '<https://localhost/1.0/mailings/filter/states?page_size=100&page_index=1>; rel="start"',
};

export const isKnown = (authorization: string | undefined): boolean => authorization === `Bearer ${key}`;
