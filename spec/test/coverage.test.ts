import { expect, test } from 'vitest';
import { readCorpus } from '../src/corpus.ts';
import { bodySchemas, description } from './bodies.ts';

/** What the corpus must show at least once: every property, every nil, and every list with none and with several items. */
const seen = new Set<string>();
const wanted = new Set<string>();

for (const schema of new Set([...bodySchemas('xml'), ...bodySchemas('json')])) want(component(schema), schema, []);
for (const { schema, value } of readCorpus()) see(component(schema), value, schema);

// biome-ignore lint/suspicious/noExplicitAny: a schema of any shape
type Schema = any;

function component(name: string): Schema {
  return description.components.schemas[name];
}

/** The schema that stands here, and the name under which its parts are counted. */
function resolve(schema: Schema, name: string): [Schema, string] {
  const target = schema?.$ref?.split('/').at(-1);
  return target ? [component(target), target] : [schema, name];
}

function want(schema: Schema, name: string, above: string[]) {
  if (above.includes(name)) return;
  if ([schema.type].flat().includes('null')) wanted.add(`${name} nil`);
  if (schema.items) {
    wanted.add(`${name} several`);
    // A flat list without items is no list at all, and some lists must have items.
    if (schema.xml?.wrapped !== false && !schema.minItems) wanted.add(`${name} none`);
    const [item, itemName] = resolve(schema.items, `${name}[]`);
    want(item, itemName, [...above, name]);
  }
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    wanted.add(`${name}.${key}`);
    const [child, childName] = resolve(property, `${name}.${key}`);
    want(child, childName, [...above, name]);
  }
}

function see(schema: Schema, value: unknown, name: string) {
  if (value === null) seen.add(`${name} nil`);
  else if (Array.isArray(value)) {
    if (value.length === 0) seen.add(`${name} none`);
    if (value.length > 1) seen.add(`${name} several`);
    const [item, itemName] = resolve(schema?.items, `${name}[]`);
    for (const each of value) see(item, each, itemName);
  } else if (typeof value === 'object') {
    for (const [key, child] of Object.entries(value)) {
      seen.add(`${name}.${key}`);
      const [property, childName] = resolve(schema?.properties?.[key], `${name}.${key}`);
      see(property, child, childName);
    }
  }
}

test('the corpus shows every property, every nil, every empty and every longer list', () => {
  expect([...wanted].filter((part) => !seen.has(part)).sort()).toEqual([]);
});
