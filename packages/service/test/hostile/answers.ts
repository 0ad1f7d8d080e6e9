import type { RawAnswer } from '../support/raw.ts';
import type { Row } from './rows.ts';

/** 503 that the guides name, by rows; they say when to come back. All others are faults: nothing here is under load. */
const documented: [row: RegExp, guide: string][] = [
  [/^POST \/forms\/:token$/, 'sign-up-forms.md'],
  [/^POST \/bounce-events\/ses$/, 'relays-and-bounces.md'],
];

/** What only a program and its developers need to know. */
const innards: [what: string, RegExp][] = [
  ['a stack trace', /^\s+at .+:\d+:\d+\)?$/m],
  ['a place in a file', /\.[cm]?[jt]s:\d+/],
  ['a path of the machine', /file:\/\/\/|\/node_modules\/|\/packages\/service\//],
  ['a statement', /\b(?:select|insert into|update|delete from|from) "\w+"/],
  [
    'an error of the database',
    /syntax error at or near|violates .{0,40}constraint|invalid byte sequence|relation "\w+"|(?:column|operator|function) .{0,80} does not exist|out of range for type|invalid input syntax/,
  ],
];

/** Returns what is wrong with an answer. */
export function faultsOf({ name }: Row, { status, headers, body }: RawAnswer): string[] {
  const isDocumented = headers['retry-after'] !== undefined && documented.some(([row]) => row.test(name));
  return [
    ...(status >= 500 && !(status === 503 && isDocumented) ? [`status ${status}`] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['no nosniff']),
    ...(headers['content-security-policy'] === undefined ? ['no Content-Security-Policy'] : []),
    ...innards.filter(([, sign]) => sign.test(body)).map(([what, sign]) => `${what}: ${sign.exec(body)![0]}`),
  ];
}
