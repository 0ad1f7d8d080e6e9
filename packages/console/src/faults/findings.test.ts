import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sayIn } from '../words.ts';
import { findings } from './findings.ts';

const quality = join(import.meta.dirname, '../../../service/src/quality');

/** Sentences in the sources of the checks, with `7` for what is filled in. */
const sentences = globSync('**/*.ts', { cwd: quality })
  .filter((file) => !/\.test\.ts$|attention\/rules|trials|spam|readiness|bulk-sender/.test(file))
  .flatMap((file) => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node)) found.push(node.text);
      if (ts.isTemplateExpression(node))
        found.push(node.templateSpans.reduce((text, { literal }) => `${text}7${literal.text}`, node.head.text));
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, readFileSync(join(quality, file), 'utf8'), ts.ScriptTarget.Latest, true));
    return found.filter((text) => /^[\p{Lu}7"].*\s.*[.:]$/u.test(text) || /^[\p{Lu}].*; /u.test(text));
  });

/** For those who run the service, or of no weight, which the console does not show. */
const unshown =
  /^(?:The SpamAssassin score|One-click unsubscription|Without width and height|Without <meta|Mails from|7 has no value|No column|The approval|The sendout|Contents )/;

test('people are told what checks have found in their words', () => {
  expect(sentences.length).toBeGreaterThan(40);
  expect(sentences.filter((text) => !unshown.test(text) && !findings.knows(text))).toEqual([]);
});

test.each([
  [
    'The html has no link to unsubscribe: [[LINK|UNSUBSCRIBE]].',
    'There is no link to unsubscribe. Add [[LINK|UNSUBSCRIBE]] to each part.',
  ],
  ['The image has 812 KB; more than 500 KB load slowly.', 'The image has 812 kB; more than 500 kB load slowly.'],
  ['Mail programs remove <script>, or refuse the mail.', 'Mail apps remove <script>.'],
  ['Something new.', undefined],
])('%s', (message, wanted) => {
  expect(findings.say(sayIn('en'), message)).toBe(wanted);
});
