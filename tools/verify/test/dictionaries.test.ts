import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** What runs in the service and in clients. */
const packages = ['service', 'server', 'server-runtime', 'xml-codec', 'client-runtime'];
const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Places that look a text up in an object with a prototype, where it cannot come from outside. Texts from outside are
 * looked up in a Map, in an object without prototype, or after Object.hasOwn: `constructor` is no member then.
 */
const known = new Map<string, string>(
  Object.entries({
    'service/src/app/intercept-handlers.ts call.input[sealed]': 'the name of a parameter in the description',
    'service/src/app/note-call.ts input[name!]': 'names of parameters in the description',
    'service/src/cli/backup.ts rows[name]': 'names of tables in the code',
    'service/src/platform/database/backups/examine.ts rows[name]': 'tables of our own database',
    'service/src/cli/upgrade/settings.ts variables[name]': 'names are the own keys of the variables',
    'service/src/platform/database/ahead/ahead.ts known[name]': 'names are the own keys of the migrations',
    "service/src/sending/sender-dns/spf.ts results[sign || '+']": 'an expression has matched one of the four',
    'service/src/account/moving/faults.ts readable[types[at]!]': 'types of columns, as the database names them',
    'service/src/account/moving/secrets.ts row[column.column]': 'columns in the code',
    'service/src/account/moving/secrets.ts row[column.owner]': 'columns in the code',
    'service/src/account/moving/secrets.ts row[column.row]': 'columns in the code',
    'service/src/templates/designs/source.ts texts[name]': 'names in the designs of the product',
    'service/src/templates/liquid/engine.ts engine.tags[tag]': 'names of tags in the code',
    'service/src/mailings/copy.ts table[column]': 'columns of our own tables',
    'service/src/operations/mailings/save.ts before[part as keyof MailingContent]': 'names of its own members',
    'service/src/people/changes/write.ts fields[name]': 'names of its own members',
    'service/src/platform/database/protocol.ts row[name]': 'columns of our own statements',
    'service/src/sending/bounces/events/sendgrid.ts headers[`x-twilio-email-event-webhook-${name}`]':
      'names of headers in the code',
    'service/src/events/webhooks/document.ts event?.standard_fields?.[parameter.standard]':
      'names of standard fields, which are checked when the webhook is set',
    'service/src/administration/installation/differences.ts state?.bounceLimits?.[limit as keyof BounceLimits]':
      'names that the schema of the file allows',
    'service/src/administration/installation/differences.ts relay?.[key as keyof RelayListing]':
      'names that the schema of the file allows',
    'service/src/cli/campaigns/account.ts properties[key]': 'names that the schema of the files allows',
    'service/src/cli/campaigns/commands.ts process.env[name]': 'names with a prefix of their own',
    'service/src/cli/campaigns/compare.ts wanted[key]': 'names of its own members',
    'service/src/cli/campaigns/compare.ts present[key]': 'names that the schema of the files allows',
    'service/src/cli/campaigns/differences.ts properties[key]': 'names that the schema of the files allows',
    'service/src/cli/campaigns/differences.ts before[key]': 'names that the schema of the files allows',
    "service/src/cli/campaigns/differences.ts files[key as keyof Thing['files']]":
      'names that the schema of the files allows',
    'service/src/cli/campaigns/schema.ts definitions[schema]': 'names of schemas in the description',
    'service/src/cli/campaigns/kinds/kind.ts properties[key]': 'names in the code',
    'service/src/cli/campaigns/kinds/mailings.ts read[key]': 'names in the code',
    'service/src/cli/campaigns/kinds/mailings.ts changed[key]': 'names in the code',
    'service/src/cli/campaigns/trial/prepare.ts properties[part]': 'names in the code',
    'service/src/imports/files/document.ts separators[separator]': 'a separator that our own reader has found',
    'server-runtime/src/checks.ts formats[name as keyof typeof formats]': 'behind Object.hasOwn',
    'server-runtime/src/mock.ts handlers[id]': 'ids of operations',
    'server-runtime/src/examples/index.ts schemas[name]': 'names of schemas in the description',
    "server-runtime/src/examples/maker.ts this.#schemas[String($ref).replace(REFERENCE, '')]":
      'names of schemas in the description',
    'server-runtime/src/examples/maker.ts properties[name]': 'names of members in the description',
    'server-runtime/src/examples/maker.ts mapping[each]': 'names of its own members',
    'server-runtime/src/equal.ts left[name as never]': 'names of its own members',
    'server-runtime/src/equal.ts right[name as never]': 'names of its own members, which the other one has too',
    'server-runtime/src/raw.ts request.headers[name]': 'names of headers that the code or the description has',
    'server-runtime/src/conditions.ts request.headers[name.toLowerCase()]': 'the name of a header in the description',
    'server-runtime/src/implementation.ts handlers[id]': 'ids of operations',
    'server-runtime/src/operation.ts handlers[table.id]': 'ids of operations',
    'server-runtime/src/parameters.ts input[table.name]': 'names of parameters in the description',
    'server-runtime/src/parameters.ts input[name]': 'names of parameters in the description',
    'server-runtime/src/paging.ts input[sizeParameter.name]': 'names of parameters in the description',
    'server-runtime/src/paging.ts input[indexParameter.name]': 'names of parameters in the description',
    'server-runtime/src/request-id.ts headers[header]': 'the name of a header in the description',
    'server-runtime/src/idempotency.ts input[parameter.name]': 'names of parameters in the description',
    'server-runtime/src/security.ts schemes[name]': 'names of security schemes in the description',
    "server-runtime/src/node.ts refusals[error.code ?? '']": 'codes of errors of Node',
    'server-runtime/src/refusal.ts escapes[character]': 'an expression has matched the character',
    'server-runtime/src/json.ts (value as Record<string, unknown>)[key]': 'names of its own members',
    'server-runtime/src/unknown-members.ts (each as Record<string, unknown>)[name]': 'names of its own members',
    'server-runtime/src/schema-fault.ts (at as Record<string, unknown> | undefined)?.[step]':
      'steps to a value that the validator has seen there',
    'xml-codec/src/json-numbers.ts (this as Record<string, unknown>)[key]': 'names of its own members',
    'xml-codec/src/plan/structure.ts schema[keyword]': 'keywords of JSON Schema in the code',
    'xml-codec/src/plan/viewer.ts schema[keyword]': 'keywords of JSON Schema in the code',
    'xml-codec/src/reference/encode.ts named[c]': 'an expression has matched the character',
    'client-runtime/src/address.ts input[name]': 'names of parameters in the description',
    'client-runtime/src/address.ts fixed?.[name]': 'names of parameters in the description',
    'client-runtime/src/address.ts params[name]': 'names of parameters in the description',
    'client-runtime/src/auth.ts auth[each]': 'names of security schemes in the description',
    'client-runtime/src/auth.ts auth[name]': 'names of security schemes in the description',
    'client-runtime/src/auth.ts schemes[name]': 'names of security schemes in the description',
    'client-runtime/src/request.ts input[name]': 'names of parameters in the description',
    'client-runtime/src/request.ts operation.wires?.[name]': 'names of parameters in the description',
    'client-runtime/src/wire.ts wires[field]': 'names of parameters in the description',
  }),
);

interface Lookup {
  place: string;
  line: number;
}

/** Every `object[text]` in the sources of a package, where the object may have members that nobody gave it. */
function lookups(folder: string): Lookup[] {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(`${root}packages/${folder}/tsconfig.json`, {}, host)!;
  const sources = config.fileNames.filter(
    (file) => file.includes(`/packages/${folder}/src/`) && !/\.test\.ts$|\/generated\//.test(file),
  );
  const program = ts.createProgram(sources, config.options);
  const checker = program.getTypeChecker();
  const found: Lookup[] = [];
  for (const path of sources) {
    const file = program.getSourceFile(path)!;
    const visit = (node: ts.Node, around: ts.Node): void => {
      if (
        ts.isElementAccessExpression(node) &&
        isText(checker, node.argumentExpression) &&
        !isSafe(checker, node, around)
      ) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push({ place: `${path.slice(`${root}packages/`.length)} ${node.getText()}`, line: line + 1 });
      }
      const inner = ts.isFunctionLike(node) ? node : around;
      ts.forEachChild(node, (child) => visit(child, inner));
    };
    visit(file, file);
  }
  return found;
}

/** Whether an expression may be any text, whatever it is declared to be. */
function isText(checker: ts.TypeChecker, expression: ts.Expression): boolean {
  const plain = ts.isAsExpression(expression) ? expression.expression : expression;
  const type = checker.getTypeAtLocation(plain);
  const types = type.isUnion() ? type.types : [type];
  return types.some(({ flags }) => flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any));
}

/** Whether the object has no prototype, or was asked before for a member of its own, in the same function. */
function isSafe(
  checker: ts.TypeChecker,
  { expression, argumentExpression }: ts.ElementAccessExpression,
  around: ts.Node,
): boolean {
  const object =
    ts.isParenthesizedExpression(expression) && ts.isAsExpression(expression.expression)
      ? expression.expression.expression
      : expression;
  const asked = `Object.hasOwn(${object.getText()}, ${argumentExpression.getText()})`;
  if (around.getText().includes(asked)) return true;
  const declaration = checker.getSymbolAtLocation(object)?.valueDeclaration;
  const made = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer?.getText() : undefined;
  return made?.includes('Object.create(null)') ?? false;
}

const all = packages.flatMap(lookups);

test('the scan finds lookups at all', () => {
  expect(all.length).toBeGreaterThan(10);
});

describe('a text from outside is looked up in nothing that has a prototype', () => {
  test.each(packages)('%s', (folder) => {
    const unknown = all.filter(({ place }) => place.startsWith(`${folder}/`) && !known.has(place));
    expect(unknown.map(({ place, line }) => `${place} (line ${line})`)).toEqual([]);
  });
});

test('every exception is still there', () => {
  const places = new Set(all.map(({ place }) => place));
  expect([...known.keys()].filter((place) => !places.has(place))).toEqual([]);
});
