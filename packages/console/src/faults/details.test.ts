import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sayIn } from '../words.ts';
import { sayDetail } from './details.ts';

const service = join(import.meta.dirname, '../../../service/src');

/** Where the service says what stands in the way; the rest is said by checks, whose sentences have a test of their own. */
const sources: Record<string, RegExp> = {
  'account/sender-domains/rule.ts': /cannot be the sender/,
  'events/automation/obstacles.ts': /./,
  'events/double-opt-in/confirmation.ts': /nobody can confirm/,
  'quality/mandatory.ts': /are not signed/,
  'quality/personalization/resolve.ts': /^There is no contact|has no p/,
  'quality/readiness.ts': /^No relay|^Sample/,
  'sending/dkim/faults.ts': /no key for/,
};

/** Sentences in a file, with `x` for what is filled in. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.templateSpans.reduce((text, { literal }) => `${text}x${literal.text}`, node.head.text));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(service, file), 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

const steps = ['mailing 7, which does not exist', 'the mailing "Welcome", which is not active'];

/** As the service completes them. */
const completed = (sentence: string): string[] =>
  sentence === 'Step x sends x.'
    ? steps.map((step) => `Step 2 sends ${step}.`)
    : [
        sentence
          .replace(/^No relay takes mails at the momentx\.$/, 'No relay takes mails at the moment: busy.')
          .replace('x of x', '6 of 28'),
      ].map((text) => (/[.?]$/.test(text) || / Create one: | give it: /.test(text) ? text : text.replace(/x$/, '.')));

const sentences = Object.entries(sources).flatMap(([file, pattern]) =>
  sentencesIn(file).filter((text) => /^[\p{Lu}x].*\s.*[.x:]$/su.test(text) && pattern.test(text)),
);

test.each(sentences.flatMap(completed))('%s', (sentence) => {
  expect(sayDetail(sayIn('de'), sentence)).not.toBe(sentence);
});

test('every file has sentences', () => {
  expect(sentences.length).toBeGreaterThanOrEqual(Object.keys(sources).length);
});

test.each([
  ['The link [[LINK|UNSUBSCRIBE]] in the html is missing.', 'The HTML does not have [[LINK|UNSUBSCRIBE]].'],
  [
    'html: There is no contact field FISTNAME; did you mean FIRSTNAME?',
    'HTML: Contacts have no field “FISTNAME”. Did you mean FIRSTNAME?',
  ],
  ['No relay takes mails at the moment.', 'The mail server takes no mails at the moment.'],
  ['Sample contacts are among the recipients: 6 of 1028.', '6 of 1,028 are sample contacts, whose mails nobody reads.'],
  ['Sample contacts are among the recipients: 1 of 2.', '1 of 2 is a sample contact, whose mails nobody reads.'],
  ['No relay takes mails at the moment: 451 busy: later.', 'The mail server says: 451 busy: later.'],
  ['line 3: There is no contact field X.', 'line 3: Contacts have no field “X”.'],
  ['Something: new.', 'Something: new.'],
])('%s: %s', (message, wanted) => {
  expect(sayDetail(sayIn('en'), message)).toBe(wanted);
});
