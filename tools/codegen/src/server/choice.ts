import type { JsonSchema } from '../model/model.ts';
import { splitPointer } from '../model/pointer.ts';
import { keyOf } from './key.ts';

/**
 * What a Discriminator Object makes of `oneOf` or `anyOf`: the property must be there with a value of the mapping, and an
 * object must fit the schema that its value names. So a fault is told by the form that was meant, and not by each form.
 * Without a mapping a schema is meant by its own name. Undefined when there is no discriminator, or when it leaves
 * something open: a default, or an alternative that is no reference.
 */
export function choiceOf(schema: JsonSchema): { keyword: 'oneOf' | 'anyOf'; rules: JsonSchema[] } | undefined {
  const keyword = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const { propertyName, mapping = {}, defaultMapping } = schema.discriminator ?? {};
  const alternatives: JsonSchema[] = schema[keyword] ?? [];
  const refs = alternatives.flatMap(({ $ref }) => ($ref === undefined ? [] : [String($ref)]));
  if (propertyName === undefined || defaultMapping !== undefined) return undefined;
  if (refs.length === 0 || refs.length < alternatives.length) return undefined;

  const forms = refs.flatMap((ref) => {
    const mapped = Object.keys(mapping).filter((value) => mapping[value] === ref);
    return (mapped.length > 0 ? mapped : [nameOf(ref)]).map((value) => ({ value, $ref: keyOf(nameOf(ref)) }));
  });
  const has = (rule: JsonSchema) => ({
    type: 'object',
    required: [propertyName],
    properties: { [propertyName]: rule },
  });
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so
  const rules = forms.map(({ value, $ref }) => ({ if: has({ const: value }), then: { $ref } }));
  return { keyword, rules: [has({ enum: forms.map(({ value }) => value) }), ...rules] };
}

const nameOf = (ref: string): string => String(splitPointer(ref).at(-1));
