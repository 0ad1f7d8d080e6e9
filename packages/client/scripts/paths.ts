import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDescription } from '@mailwright/codegen';
import type { OpenAPI3 } from 'openapi-typescript';

/**
 * Writes `src/generated/paths.ts`: `paths` and `components` as openapi-typescript makes them, for clients that are made for its
 * types. openapi-typescript is a development dependency: where `npm ci` has left it out, there is nothing to publish either.
 */
const openapiTypescript = await import('openapi-typescript').catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
  throw error;
});
if (openapiTypescript) {
  const { default: openapiTS, astToString } = openapiTypescript;
  const description = await loadDescription(join(import.meta.dirname, '../../../spec/openapi.yaml'));
  removeUntypedAlternatives(description);
  // A member with a default may be left out of a request.
  const nodes = await openapiTS(description as unknown as OpenAPI3, { defaultNonNullable: false, silent: true });
  const head = '/** Made by openapi-typescript from the description. */\n';
  writeFileSync(join(import.meta.dirname, '../src/generated/paths.ts'), head + astToString(nodes));
}

/**
 * Removes each `anyOf` whose alternatives only say which members are required: openapi-typescript makes `unknown` of them, and with
 * it of the whole schema.
 */
function removeUntypedAlternatives(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { anyOf } = node as { anyOf?: object[] };
  if (anyOf?.every((each) => Object.keys(each).every((key) => key === 'required')))
    delete (node as { anyOf?: object[] }).anyOf;
  for (const each of Object.values(node)) removeUntypedAlternatives(each);
}
