import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../../src/model/model.ts';
import type { Member } from '../../src/types/chunk.ts';
import type { RawTypes } from '../../src/types/raw-types.ts';

/** Types of a description as openapi-typescript makes them: a second opinion of what the generator makes itself. */
export async function secondOpinion(document: OpenApiDocument): Promise<RawTypes> {
  const nodes = await openapiTS(JSON.stringify(document), {
    silent: true,
    // A property with a default may be left out by whoever writes the document.
    defaultNonNullable: false,
    // `type: object` without properties allows any, not none.
    emptyObjectsUnknown: true,
    transform: valueType,
  });
  const result: RawTypes = { paths: [], webhooks: [], operations: [], components: new Map(), helpers: new Map() };
  for (const node of nodes) {
    if (ts.isInterfaceDeclaration(node)) {
      const name = node.name.text;
      if (name === 'paths' || name === 'webhooks' || name === 'operations') result[name] = membersOf(node.members);
      if (name === 'components') for (const part of node.members) result.components.set(...componentsOf(part));
    } else if (ts.isTypeAliasDeclaration(node) && !isPlaceholder(node)) {
      result.helpers.set(node.name.text, astToString([node]).trim());
    }
  }
  return result;
}

/** The class that `x-value` names. */
function valueType(schema: object): ts.TypeNode | undefined {
  const { 'x-value': value, type } = schema as Record<string, unknown>;
  if (typeof value !== 'string') return undefined;
  const named = ts.factory.createTypeReferenceNode(value);
  const isNullable = Array.isArray(type) && type.includes('null');
  return isNullable
    ? ts.factory.createUnionTypeNode([named, ts.factory.createLiteralTypeNode(ts.factory.createNull())])
    : named;
}

/** openapi-typescript declares what a description does not have as an alias of an empty record. */
function isPlaceholder(node: ts.TypeAliasDeclaration): boolean {
  return ['paths', 'webhooks', 'components', 'operations', '$defs'].includes(node.name.text);
}

function componentsOf(part: ts.TypeElement): [string, Member[]] {
  const type = ts.isPropertySignature(part) ? part.type : undefined;
  return [nameOf(part), type && ts.isTypeLiteralNode(type) ? membersOf(type.members) : []];
}

function membersOf(nodes: ts.NodeArray<ts.TypeElement>): Member[] {
  return nodes.map((node) => ({ name: nameOf(node), text: astToString([node]).trimEnd() }));
}

function nameOf({ name }: ts.TypeElement): string {
  if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name))) return name.text;
  throw new Error('openapi-typescript made a member without a name');
}
