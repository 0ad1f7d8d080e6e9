import { expect, test } from 'vitest';
import { codecs } from './compiled.ts';
import { errorOf } from './error-of.ts';

const { compiled: codec } = codecs({
  Root: {
    type: 'object',
    xml: { name: 'contact' },
    properties: {
      id: { type: 'integer' },
      score: { type: 'number' },
      on: { type: 'boolean' },
      name: { type: 'string' },
    },
  },
});

/** Milliseconds of CPU that it takes to refuse a document. */
function cost(document: string): number {
  const before = process.cpuUsage();
  errorOf(() => codec.decode(document, { text: Number.MAX_SAFE_INTEGER }));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Inputs that must take linear time: eight times the length may take at most thirty times as long, which leaves room for noise. */
test.each<[string, (repeated: (part: string) => string) => string]>([
  ['a declaration that begins again and again', (repeated) => `<?xml ${repeated('version="1.0" encoding="')}`],
  ['a declaration of quotes', (repeated) => `<?xml version=${repeated(`"'`)}`],
  ['a declaration of white space', (repeated) => `<?xml${repeated(' \n')}version${repeated(' \n')}`],
  ['ampersands', (repeated) => `<contact><name>${repeated('&a')}`],
  ['a reference without end', (repeated) => `<contact><name>&${repeated('ab')}`],
  ['white space in an integer', (repeated) => `<contact><id>${repeated(' ')}x`],
  ['digits', (repeated) => `<contact><id>${repeated('12')}x</id></contact>`],
  ['signs', (repeated) => `<contact><score>${repeated('+1')}x</score></contact>`],
  ['white space in a truth', (repeated) => `<contact><on>${repeated(' ')}x</on></contact>`],
  ['comments', (repeated) => `<contact>${repeated('<!---->')}`],
  ['dashes in a comment', (repeated) => `<contact><!--${repeated('- ')}`],
  ['an instruction', (repeated) => `<contact><?${repeated('a:')}`],
  ['brackets', (repeated) => `<contact><name>${repeated(']]')}`],
  ['a name', (repeated) => `<${repeated('a.')}`],
  ['names with colons', (repeated) => `<${repeated('a:')}`],
  ['attributes', (repeated) => `<contact ${repeated('a = ')}`],
  ['quotes', (repeated) => `<contact a="${repeated("'")}`],
  ['line ends', (repeated) => `<contact>${repeated('\r')}x`],
])('%s', (_, document) => {
  const of = (times: number) => document((part) => part.repeat(times));
  cost(of(500));
  const little = cost(of(2000));
  expect(cost(of(16_000))).toBeLessThan(30 * little + 250);
});
