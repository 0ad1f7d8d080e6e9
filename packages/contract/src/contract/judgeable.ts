import type { ApiModel, JsonSchema, Problem } from '@mailwright/codegen/description';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Schemas that no validator can be made of, for a pattern that is none, for instance. Prism takes everything for right
 * that such a schema describes, and says nothing.
 */
export function unjudgeable({ document, operations }: ApiModel): Problem[] {
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addSchema({ $id: 'api', components: document.components });
  const problems: Problem[] = [];
  const attempt = (pointer: string, compile: () => unknown) => {
    try {
      compile();
    } catch (error) {
      problems.push({ pointer, message: `nothing of it is checked: ${(error as Error).message}` });
    }
  };
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    const pointer = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    attempt(pointer, () => ajv.getSchema(`api${pointer}`));
  }
  const seen = new Set<string>();
  for (const { id, parameters } of operations)
    for (const { name, schema } of parameters) {
      const key = JSON.stringify(schema);
      if (!seen.has(key)) attempt(`parameter ${name} of ${id}`, () => ajv.compile(schema as JsonSchema));
      seen.add(key);
    }
  return problems;
}
