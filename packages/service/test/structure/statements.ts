import ts from 'typescript';

/** A table that a statement names. */
export interface Named {
  table: string;
  /** Whether rows are inserted, changed or deleted. */
  writes: boolean;
  line: number;
}

/** A name of a table that is made while the program runs, from more values than a type lists. */
export interface Unknown {
  text: string;
  line: number;
}

const reading = /^(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|(?:left|inner)JoinLateral)$/;
const writing = /^(?:insertInto|updateTable|deleteFrom|mergeInto)$/;
/** What comes before the names of tables, and whether it writes. */
const verb = /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|from|join|using)\s+/gi;
const name =
  /(?:only\s+|lateral\s+)*"?([a-z_]\w*)"?(?:\([^()]*\))?(?:\s+(?:as\s+)?(?!(?:where|on|set|using|join|left|cross|order|for|returning)\b)[a-z_]\w*)?\s*(,\s*)?/iy;

/**
 * The tables that the statements of a source file name: in Kysely's builders, in templates of `sql`, and by `sql.table` of a
 * value whose type lists its names.
 */
export function tablesOf(file: ts.SourceFile, checker: ts.TypeChecker): { named: Named[]; unknown: Unknown[] } {
  const named: Named[] = [];
  const unknown: Unknown[] = [];
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && isSql(node.tag)) {
      for (const { table, writes } of namesInText(textOf(node.template)))
        named.push({ table, writes, line: lineOf(node) });
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const isTable = name.text === 'table' && isSql(expression);
      const writes = writing.test(name.text);
      const [first] = node.arguments;
      const isOther = name.text === 'from' || name.text === 'using'; // also of `Buffer` and its like
      if (first && (isTable || isOther || writes || reading.test(name.text))) {
        const texts = namesOf(first, checker);
        for (const text of texts ?? []) named.push({ table: text.split(/ as /)[0]!, writes, line: lineOf(node) });
        if (
          texts === undefined &&
          !isOther &&
          (isTable || checker.typeToString(checker.getTypeAtLocation(first)) === 'string')
        )
          unknown.push({ text: node.getText(file), line: lineOf(node) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { named, unknown };
}

/** `sql` and `sql<Row>`. */
const isSql = (tag: ts.Node): boolean =>
  (ts.isIdentifier(tag) && tag.text === 'sql') || (ts.isExpressionWithTypeArguments(tag) && isSql(tag.expression));

/** The text of a template, with a parameter in place of what is filled in. */
function textOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.head.text + template.templateSpans.map(({ literal }) => ` $ ${literal.text}`).join('');
}

/** The names behind `from`, `join`, `update` and their like: of tables, and of what the statement itself defines. */
function namesInText(text: string): { table: string; writes: boolean }[] {
  const plain = text.replace(/'(?:[^']|'')*'/g, "''").replace(/\bfor (?:no key )?update\b|\bdo update\b/gi, '');
  return [...plain.matchAll(verb)].flatMap((found) => {
    const writes = !/^(?:from|join|using)$/i.test(found[1]!);
    const tables: string[] = [];
    name.lastIndex = found.index + found[0].length;
    for (let next = name.exec(plain); next; next = next[2] ? name.exec(plain) : null) tables.push(next[1]!);
    return tables.map((table, at) => ({ table, writes: writes && at === 0 }));
  });
}

/** The texts that an expression can be, as far as its type lists them. */
function namesOf(expression: ts.Expression, checker: ts.TypeChecker): string[] | undefined {
  if (ts.isArrayLiteralExpression(expression)) {
    const all = expression.elements.map((element) => namesOf(element, checker));
    return all.some((each) => each === undefined) ? undefined : all.flatMap((each) => each!);
  }
  const type = checker.getTypeAtLocation(expression);
  const parts = type.isUnion() ? type.types : [type];
  return parts.every((part) => part.isStringLiteral()) ? parts.map((part) => part.value) : undefined;
}
