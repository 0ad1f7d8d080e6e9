import { type BaseResolver, createConfig, lint, type NormalizedProblem } from '@redocly/openapi-core';

/**
 * What a description says against the structure that OpenAPI gives it. Fields that OpenAPI does not know are let be.
 */
export async function structureProblems(
  file: string,
  resolver: BaseResolver,
  version: string,
): Promise<NormalizedProblem[]> {
  const config = await createConfig({ rules: { struct: 'error' } });
  const problems = await lint({ ref: file, config, externalRefResolver: resolver });
  return problems.filter(
    ({ message }) =>
      !message.includes('is not expected here') && !(isSinceJsonSchema(version) && BOOLEAN.test(message)),
  );
}

/** Since OpenAPI 3.1, a schema may be a boolean wherever a schema may stand. */
const BOOLEAN = /`Schema` \(object\) but got `boolean`/;
const isSinceJsonSchema = (version: string): boolean => /^3\.[12]/.test(version);

/** Reports whether a fault is reported elsewhere or harmless: absent parts, and forms that `conform` repairs. */
export function isHarmless({ message }: NormalizedProblem): boolean {
  return /must be present|at least one of|not allowed here|one of the following only|greater than|^Expected type/.test(
    message,
  );
}
