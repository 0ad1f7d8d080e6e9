import type { ApiModel, JsonSchema } from '../model/model.ts';
import { membersOfForm } from '../model/split-directions.ts';
import { walk } from '../model/walk.ts';

/**
 * The schemas that these texts refer to, directly or not, as JSON Schemas alone, `#/$defs/Pet` for references: what assistants read
 * costs them by the word.
 */
export function toolSchemas({ schemas }: ApiModel, texts: Iterable<string>): Record<string, JsonSchema> {
  const present = [...schemas].map(([name, schema]) => [name, membersOfForm(schemas, schema)]);
  const plain = plainSchemas(Object.fromEntries(present));
  const pending = [...texts];
  const used = new Set<string>();
  for (const text of pending) {
    for (const [, name] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      if (used.has(name!) || plain[name!] === undefined) continue;
      used.add(name!);
      pending.push(JSON.stringify(plain[name!]));
    }
  }
  return Object.fromEntries(Object.entries(plain).filter(([name]) => used.has(name)));
}

/** Converts one schema, as `plainSchemas` does. */
export const toolSchema = (schema: JsonSchema): JsonSchema => plainSchemas({ it: schema }).it!;

function plainSchemas(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const document = { components: { schemas: structuredClone(schemas) } };
  walk(document, (node, kind) => {
    if (kind !== 'schema') return;
    for (const key of Object.keys(node)) if (OMITTED.test(key)) delete node[key];
    if (typeof node.$ref === 'string') node.$ref = node.$ref.replace(/^#\/components\/schemas\//, '#/$defs/');
  });
  return document.components.schemas;
}

const OMITTED = /^(x-.*|xml|examples?|externalDocs|discriminator)$/;
