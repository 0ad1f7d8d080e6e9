import type { Shape } from './shapes.ts';

/** JSON documents that grow, whatever reads them. */
export const json: Shape[] = [
  { name: 'JSON, a list', head: '[{}', open: ',{}', tail: ']' },
  { name: 'JSON, nested lists', open: '[', close: ']' },
  { name: 'JSON, nested', open: '{"x":', middle: '1', close: '}' },
  { name: 'JSON, members', head: '{"x":1', open: ',"x#":1', tail: '}' },
  { name: 'JSON, text', head: '{"x":"', open: '\\u0041', tail: '"}' },
];
