import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readErrors } from '../../../../spec/docs/errors.ts';
import { messagePattern } from '../../../../spec/docs/page/message-pattern.ts';

/** The page of error messages has all that the sources write, and no others. */

const packages = join(import.meta.dirname, '../../..');
/** Forms are no bodies of this API. */
const files = globSync('{service,server,server-runtime}/src/**/*.ts', { cwd: packages }).filter(
  (name) => !/\.test\.ts$|generated|server-runtime\/src\/(form-|parameter-form|sequences)/.test(name),
);

/** Functions whose first argument is a message. */
const writers = new Set(['badRequest', 'forbidden', 'conflict', 'notFound', 'unsupported', 'unauthorized']);

/** Messages made of parts, each of which is in the list, and those of other APIs. */
const exceptions = [
  'Mailing with id … …', // followed by "is not ready"
  'The token lacks the scope ….',
  'The operation … is not implemented.',
  'Credentials are missing: send ….',
  'The credentials are not valid.',
];

/** The texts that an expression can have, with `…` for what is filled in. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return ['…'];
  return node.templateSpans.reduce(
    (texts, { expression, literal }) =>
      texts.flatMap((text) => textsOf(expression).map((inner) => `${text}${inner}${literal.text}`)),
    [node.head.text],
  );
}

const written: string[] = [];
const texts = new Set<string>();
for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(join(packages, file), 'utf8'), ts.ScriptTarget.Latest, true);
  visit(source);
}

function visit(node: ts.Node): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
    for (const text of textsOf(node)) texts.add(text);
  const message = messageOf(node);
  if (message) written.push(...message);
  ts.forEachChild(node, visit);
}

function messageOf(node: ts.Node): string[] | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'ApiError') return textsOf(node.arguments![1]!);
  if (!ts.isCallExpression(node) || !writers.has(node.expression.getText())) return undefined;
  const [first, id] = node.arguments;
  if (first === undefined) return undefined;
  const known = textsOf(first);
  return node.expression.getText() === 'notFound' && id ? known.map((text) => `${text} with id … not found.`) : known;
}

const documented = readErrors().flatMap(({ messages }) => Object.keys(messages));
const hasWords = (text: string) => /\p{L}{3}.*\s.*\p{L}{3}/u.test(text.replaceAll('…', ''));

test('rule 22: every message of the sources is documented', () => {
  const patterns = documented.map(messagePattern);
  const missing = written.filter(
    (text) => hasWords(text) && !exceptions.includes(text) && !patterns.some((pattern) => pattern.test(text)),
  );
  expect(new Set(missing)).toEqual(new Set());
  expect(written.length).toBeGreaterThan(200);
});

test('rule 22: every documented message is in the sources', () => {
  const all = [...texts];
  const isWritten = (message: string) => {
    const pattern = messagePattern(message);
    return all.some((text) => pattern.test(text));
  };
  const resources = /^\{resource\} with id \{id\} not found\.$/;
  const unknown = documented.filter((message) => {
    const fault = message.replace(/^\{\w+\} /, '');
    return ![message, fault, fault.replace(/ but was \{\w+\}$/, ' {was}')].some(isWritten) && !resources.test(message);
  });
  expect(unknown).toEqual([]);
});
