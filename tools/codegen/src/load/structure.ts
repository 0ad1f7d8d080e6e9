import { BaseResolver, createConfig, lintDocument, Source } from '@redocly/openapi-core';
import type { Problem } from '../common/errors.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { referencesIn } from '../model/objects.ts';
import { isReference } from '../model/pointer.ts';

/** What a description in one document says against the structure that OpenAPI gives it. Fields that OpenAPI does not know are let be. */
export async function structureProblems(document: OpenApiDocument): Promise<Problem[]> {
  const problems = await lintDocument({
    document: { source: new Source('', ''), parsed: withoutFalseReferences(document) },
    config: await createConfig({ rules: { struct: 'error' } }),
    externalRefResolver: new ClosedResolver(),
  });
  const version = String(document.openapi);
  return problems
    .filter(
      ({ message }) =>
        !message.includes('is not expected here') && !(isSinceJsonSchema(version) && BOOLEAN.test(message)),
    )
    .map(({ message, location: [place] }) => ({
      pointer: (place && 'pointer' in place && place.pointer) || '#',
      message: message.split('\n')[0]!,
    }));
}

/** A copy without `$ref` where it is data (in examples and extensions): the bundler would follow it as a reference. */
function withoutFalseReferences(document: OpenApiDocument): OpenApiDocument {
  const references = new Set(referencesIn(document).map(({ node }) => node));
  const copied = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copied);
    if (typeof node !== 'object' || node === null) return node;
    const isFalse = isReference(node) && !references.has(node);
    const members = Object.entries(node).filter(([key]) => !(isFalse && key === '$ref'));
    return Object.fromEntries(members.map(([key, value]) => [key, copied(value)]));
  };
  return copied(document);
}

/** Reads no further file. */
class ClosedResolver extends BaseResolver {
  override loadExternalRef(address: string): never {
    throw new Error(`${address} is not read`);
  }
}

/** Since OpenAPI 3.1, a schema may be a boolean wherever a schema may stand. */
const BOOLEAN = /`Schema` \(object\) but got `boolean`/;
const isSinceJsonSchema = (version: string): boolean => /^3\.[12]/.test(version);

/** Reports whether a fault is reported elsewhere or harmless: absent parts, and forms that `conform` repairs. */
export function isHarmless({ message }: Problem): boolean {
  return /must be present|at least one of|not allowed here|one of the following only|greater than|^Expected type/.test(
    message,
  );
}
