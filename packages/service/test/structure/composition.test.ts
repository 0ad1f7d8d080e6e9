import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { contexts } from '../../../../tools/verify/src/floors.ts';
import { erasureByContext, hooks } from '../../src/app/compose.ts';
import type { Hooks } from '../../src/platform/hooks/hooks.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));

test('rule 12: every context above people says what it forgets', () => {
  const above = contexts.slice(contexts.indexOf('people') + 1);
  expect(Object.keys(erasureByContext)).toEqual(above);
});

test('a hook that is left out does not compile', () => {
  const { events, ...rest } = hooks;
  // @ts-expect-error: events are missing
  const incomplete: Hooks = rest;
  expect(incomplete).not.toHaveProperty('events');
  expect(events).toBeDefined();
});

test('only tests choose what a password costs', async () => {
  expect(hooks.passwordCost).toEqual({ N: 32_768, r: 8, p: 3 });
  const naming: string[] = [];
  for await (const file of glob('{cli,app}/**/*.ts', { cwd: source }))
    if (readFileSync(`${source}/${file}`, 'utf8').includes('passwordCost')) naming.push(file);
  expect(naming).toEqual(['app/compose.ts']);
});

/** Module-level collections into which an exported function puts what it is given. */
function registries(file: string, text: string): string[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const collections = new Set<string>();
  const found: string[] = [];
  for (const statement of tree.statements) {
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer && (ts.isNewExpression(initializer) || ts.isArrayLiteralExpression(initializer)))
          collections.add(name.getText());
    if (!ts.isFunctionDeclaration(statement) || !statement.body || !isExported(statement)) continue;
    const parameters = new Set(statement.parameters.map(({ name }) => name.getText()));
    const look = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { expression, name } = node.expression;
        const puts = ['add', 'push', 'unshift'].includes(name.text);
        if (puts && collections.has(expression.getText()) && parameters.has(node.arguments[0]?.getText() ?? ''))
          found.push(`${file}: ${statement.name?.text}`);
      }
      const assigned = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
      if (assigned && parameters.has(node.right.getText()) && isModuleLet(tree, node.left.getText()))
        found.push(`${file}: ${statement.name?.text}`);
      ts.forEachChild(node, look);
    };
    look(statement.body);
  }
  return found;
}

const isExported = (node: ts.FunctionDeclaration) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

const isModuleLet = (tree: ts.SourceFile, name: string) =>
  tree.statements.some(
    (statement) =>
      ts.isVariableStatement(statement) &&
      (statement.declarationList.flags & ts.NodeFlags.Let) !== 0 &&
      statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name),
  );

test.each([
  ['const hooks = new Set<Hook>();\nexport function onErasure(hook: Hook): void { hooks.add(hook); }', 1],
  ['let read: Read;\nexport function onOccasion(given: Read): void { read = given; }', 1],
  ['const seen = new Set<string>();\nexport const has = (name: string) => seen.has(name);', 0],
])('a registry is found: %s', (text, count) => {
  expect(registries('a.ts', text)).toHaveLength(count);
});

test('no module keeps what others register', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: source }))
    if (!file.endsWith('.test.ts')) found.push(...registries(file, readFileSync(`${source}/${file}`, 'utf8')));
  expect(found).toEqual([]);
});
