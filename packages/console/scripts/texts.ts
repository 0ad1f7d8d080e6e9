import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const repository = join(import.meta.dirname, '../../..');

/** Sources whose texts people see in a browser: those of the console, and what the service says in it. */
const patterns = [
  'packages/console/src/**/*.ts',
  'packages/service/src/pages/console/{entrance,faults,first-users,mount,single-sign-on}.ts',
];

/** A program of the command line, in English like its options. */
const commands = /\.test\.ts$|\/cli\//;

export const sourceFiles = (): string[] =>
  globSync(patterns, { cwd: repository })
    .filter((file) => !commands.test(file))
    .sort();

export const parseSource = (file: string, text = readFileSync(join(repository, file), 'utf8')): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

export interface SaidText {
  text: string;
  /** Whether it may contain tags. */
  rich: boolean;
  /** Names of the values that are given with it; `undefined` for a text that is marked only. */
  values: string[] | undefined;
  place: string;
}

/** Returns the texts that are given to `say`, `say.rich` and `words`. @throws Error if one is made of parts, which nobody can translate */
export function saidTexts(source: ts.SourceFile): SaidText[] {
  const texts: SaidText[] = [];
  const visit = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? sayingCall(node) : undefined;
    if (call !== undefined) {
      const { argument, given, name } = call;
      if (ts.isStringLiteralLike(argument)) {
        const values = name === 'words' ? undefined : namesIn(given);
        texts.push({ text: argument.text, rich: name === 'say.rich', values, place: placeOf(argument) });
      } else if (name === 'words' || isMade(argument))
        throw new Error(`${placeOf(node)}: a text must be one literal: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** The text of a call that says or marks one, and the values that are given with it. */
export function sayingCall({ expression, arguments: [argument, given] }: ts.CallExpression) {
  const name = /(?:^|\.)(say|say\.rich|words)$/.exec(expression.getText())?.[1];
  return name === undefined || argument === undefined ? undefined : { argument, given, name };
}

const namesIn = (node: ts.Expression | undefined): string[] =>
  node !== undefined && ts.isObjectLiteralExpression(node)
    ? node.properties.flatMap(({ name }) => name?.getText() ?? [])
    : [];

/** Reports whether an expression makes or chooses a text. Of other expressions, types let marked texts pass only. */
const isMade = (node: ts.Expression): boolean =>
  ts.isTemplateExpression(node) || ts.isConditionalExpression(node) || ts.isBinaryExpression(node);

export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${relative('.', source.fileName)}:${line + 1}`;
}
