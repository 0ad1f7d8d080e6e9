import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const repository = join(import.meta.dirname, '../../..');

/** Sources whose texts people see in a browser: those of the console, and what the service says in it. */
const patterns = [
  'packages/console/src/**/*.ts',
  'packages/service/src/pages/console/{entrance,faults,mount,single-sign-on}.ts',
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
  place: string;
}

/** Returns the texts that are given to `say`, `say.rich` and `words`. @throws Error if one is made of parts, which nobody can translate */
export function saidTexts(source: ts.SourceFile): SaidText[] {
  const texts: SaidText[] = [];
  const visit = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? sayingCall(node) : undefined;
    if (call !== undefined) {
      const { argument, name } = call;
      if (ts.isStringLiteralLike(argument))
        texts.push({ text: argument.text, rich: name === 'say.rich', place: placeOf(argument) });
      else if (name === 'words' || isMade(argument))
        throw new Error(`${placeOf(node)}: a text must be one literal: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** The first argument of a call that says or marks a text. */
export function sayingCall({ expression, arguments: [argument] }: ts.CallExpression) {
  const name = /(?:^|\.)(say|say\.rich|words)$/.exec(expression.getText())?.[1];
  return name === undefined || argument === undefined ? undefined : { argument, name };
}

/** Reports whether an expression makes or chooses a text. Of other expressions, types let marked texts pass only. */
const isMade = (node: ts.Expression): boolean =>
  ts.isTemplateExpression(node) || ts.isConditionalExpression(node) || ts.isBinaryExpression(node);

export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${relative('.', source.fileName)}:${line + 1}`;
}
