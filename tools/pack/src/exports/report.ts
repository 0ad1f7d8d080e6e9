import ts from 'typescript';
import { printDeclaration } from './print.ts';

/** An entry of a package, such as `./raw`, and the file with its declarations. */
export interface Entry {
  entry: string;
  file: string;
}

/** Tells to which package a file belongs, and whether it is generated from a description. */
export type Locate = (file: string) => { name: string; generated: boolean } | undefined;

/**
 * Returns what a package promises to programs that import it, as Markdown for reviews: the declarations of each entry, and those
 * that they refer to. What another package declares is named; what is generated is counted, because the description is what decides
 * about it.
 */
export function reportExports(name: string, entries: readonly Entry[], locate: Locate): string {
  const program = ts.createProgram({
    rootNames: entries.map(({ file }) => file),
    options: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ESNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    },
  });
  const checker = program.getTypeChecker();
  /** Where each declaration stands in the report. */
  const shown = new Map<ts.Symbol, string>();
  const sections = entries.map(({ entry, file }) => entrySection(entry, exportsOf(checker, program, file)));
  const used = usedSection();
  return [
    `# Exports of \`${name}\``,
    'Written by `npm run exports` from the declarations that are published; `docs/guides/stability.md` says which changes break programs.',
    ...sections,
    ...used,
  ]
    .join('\n\n')
    .concat('\n');

  function entrySection(entry: string, symbols: readonly ts.Symbol[]): string {
    const own: string[] = [];
    const again: string[] = [];
    const others = new Map<string, string[]>();
    let generated = 0;
    for (const symbol of symbols) {
      const target = targetOf(checker, symbol);
      const place = placeOf(target, locate);
      const before = shown.get(target);
      const alias = nameOf(symbol, target);
      if (place?.generated && place.name === name) generated++;
      else if (place?.name !== name) push(others, place?.name ?? 'another package', alias);
      else if (before !== undefined) again.push(alias);
      else {
        shown.set(target, entry);
        own.push(...declarationsOf(target, alias));
      }
    }
    return [
      `## \`${entry}\``,
      ...fence(own),
      ...(again.length > 0 ? [`As above:\n\n${list(again)}`] : []),
      ...[...others].sort().map(([from, names]) => `Of \`${from}\`:\n\n${list(names)}`),
      ...(generated > 0 ? [`Generated from the description: ${generated} names`] : []),
    ].join('\n\n');
  }

  /** Declarations that no entry exports and that those of entries refer to, also over several steps. */
  function usedSection(): string[] {
    const own: [string, string[]][] = [];
    const pending = [...shown.keys()];
    for (const symbol of pending)
      for (const target of referencesOf(checker, symbol)) {
        const place = placeOf(target, locate);
        if (shown.has(target) || place?.name !== name || place.generated) continue;
        shown.set(target, '');
        pending.push(target);
        own.push([target.name, declarationsOf(target, target.name)]);
      }
    const texts = own.sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, declarations]) => declarations);
    return texts.length === 0 ? [] : ['## Not exported, but part of these', ...fence(texts)];
  }
}

const exportsOf = (checker: ts.TypeChecker, program: ts.Program, file: string): ts.Symbol[] => {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} exports nothing`);
  return checker.getExportsOfModule(module).sort((one, other) => (one.name < other.name ? -1 : 1));
};

const targetOf = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const placeOf = ({ declarations: [first] = [] }: ts.Symbol, locate: Locate) =>
  first && locate(first.getSourceFile().fileName);

const nameOf = ({ name }: ts.Symbol, { name: declared }: ts.Symbol): string =>
  name === declared || declared === 'default' || declared.startsWith('"') ? name : `${declared} as ${name}`;

function declarationsOf({ declarations = [] }: ts.Symbol, alias: string): string[] {
  return declarations.map((each) =>
    ts.isSourceFile(each) ? `namespace ${alias};` : `${asAlias(alias)}${printDeclaration(each)}`,
  );
}

const asAlias = (alias: string): string => (alias.includes(' as ') ? `// ${alias}\n` : '');

/** What the types in a declaration are names of. */
function referencesOf(checker: ts.TypeChecker, { declarations = [] }: ts.Symbol): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const add = (node: ts.Node) => {
    const symbol = checker.getSymbolAtLocation(node);
    const target = symbol && targetOf(checker, symbol);
    if (target && isTopLevel(target)) found.push(target);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) add(node.typeName);
    else if (ts.isExpressionWithTypeArguments(node)) add(node.expression);
    else if (ts.isTypeQueryNode(node)) add(node.exprName);
    else if (ts.isImportTypeNode(node) && node.qualifier) add(node.qualifier);
    ts.forEachChild(node, visit);
  };
  for (const declaration of declarations) {
    if (ts.isSourceFile(declaration)) found.push(...moduleExports(checker, declaration));
    else visit(declaration);
  }
  return found;
}

function moduleExports(checker: ts.TypeChecker, source: ts.SourceFile): ts.Symbol[] {
  const module = checker.getSymbolAtLocation(source);
  return module ? checker.getExportsOfModule(module).map((each) => targetOf(checker, each)) : [];
}

/** Type parameters and members are part of what declares them. */
const isTopLevel = ({ declarations: [first] = [] }: ts.Symbol): boolean => {
  if (first === undefined) return false;
  const holder = ts.isVariableDeclaration(first) ? first.parent.parent.parent : first.parent;
  return holder !== undefined && ts.isSourceFile(holder);
};

function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** One name for each line, so that a difference is a line. */
const list = (names: string[]): string =>
  names
    .sort()
    .map((name) => `- ${name}`)
    .join('\n');

const fence = (texts: string[]): string[] => (texts.length === 0 ? [] : [`\`\`\`ts\n${texts.join('\n')}\n\`\`\``]);
