import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });
const HIDDEN = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ExportKeyword, ts.SyntaxKind.DeclareKeyword]);

/** Returns a declaration as users of a package see it: without comments, `export`, `declare` and private members of classes. */
export function printDeclaration(declaration: ts.Declaration): string {
  // What declares a variable is its statement: `const retries: number;`
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const { transformed } = ts.transform(node as ts.Node, [withoutHidden]);
  return printer.printNode(ts.EmitHint.Unspecified, transformed[0]!, declaration.getSourceFile());
}

const withoutHidden: ts.TransformerFactory<ts.Node> = (context) => (root) => {
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (ts.isClassElement(node) && isPrivate(node)) return undefined;
    if (ts.isModifier(node) && node.parent === root && HIDDEN.has(node.kind)) return undefined;
    return ts.visitEachChild(node, visit, context);
  };
  return visit(root) as ts.Node;
};

const isPrivate = (node: ts.ClassElement): boolean =>
  (node.name !== undefined && ts.isPrivateIdentifier(node.name)) ||
  (ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword));
