import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../src/contract/contract.ts';
import { validateResponse } from '../src/contract/prism.ts';
import { describedResponse } from '../src/contract/resource.ts';
import { mockResponse } from '../src/mock/mocked.ts';

const root = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
/** Those of 3.1 that are not in 3.0, too. */
const files = Object.values(
  Object.fromEntries(
    ['3.1', '3.0']
      .flatMap((version) => globSync(`${version}/json/*.json`, { cwd: root }))
      .map((file) => [basename(file), file]),
  ),
);

/** Responses for which no right body is made, with the reason, by description. */
const LEFT_OUT: Record<string, RegExp> = {
  // An object that requires another one of its kind, without end.
  'circular-request-bodies': /^directCircular 200: .*must have required property/,
  // Alternatives of which every value is of all.
  'readme-legacy': /^\w+ 40\d: .*must match (format "url"|exactly one schema in oneOf)/,
  'schema-deprecated': /^postAnything 200: .*must match exactly one schema in oneOf/,
  // Examples that are not of their schemas.
  'request-examples': /^(patch|put)RequestBodyPrimitiveExample 200: Response body must be (object|array)/,
};

/** What is wrong with the bodies that the mock answers in JSON, or why it answers none. */
async function faultsOf(file: string): Promise<string[]> {
  const contract = await loadContract(join(root, file));
  const faults: string[] = [];
  for (const operation of contract.model.operations)
    for (const response of operation.responses)
      for (const content of response.contents.filter(({ kind }) => kind === 'json')) {
        const at = `${operation.id} ${response.status}`;
        try {
          const { value } = await mockResponse(contract, operation, response, content, {});
          const resource = contract.resource(operation.id);
          const responses = [describedResponse(resource, response)!] as never;
          const statusCode = response.status === 'default' ? 200 : response.status;
          const received = { statusCode, headers: { 'content-type': content.mediaType }, body: value };
          const found = await validateResponse({ ...resource, responses }, received);
          faults.push(
            ...found.filter(({ path: [place] }) => place === 'body').map(({ message }) => `${at}: ${message}`),
          );
        } catch (error) {
          faults.push(`${at}: ${(error as Error).message}`);
        }
      }
  return faults;
}

test.each(files)('the mock has a right body for each response of %s', async (file) => {
  const faults = await faultsOf(file);
  const leftOut = LEFT_OUT[basename(file, '.json')];
  expect(faults.filter((fault) => !leftOut?.test(fault))).toEqual([]);
  if (leftOut) expect(faults).not.toEqual([]);
});
