import { propertyKey } from '../common/names.ts';
import { componentName } from '../model/in-place.ts';
import type { JsonSchema } from '../model/model.ts';
import { choiceOf } from '../server/choice.ts';
import { formats } from '../server/formats.ts';

/** Expressions for references to named schemas. */
export interface ZodContext {
  /** The expression of a schema with a name. */
  reference(name: string): string;
  /** Told of keywords that have no form in Zod. */
  unsupported(keyword: string): void;
}

/** Keywords that restrict values and have no form here. */
const OTHERS =
  `not if then else dependentRequired dependentSchemas patternProperties propertyNames contains minContains maxContains
  unevaluatedItems unevaluatedProperties`.split(/\s+/);

/** Source text of a Zod schema that takes the values of a JSON Schema. */
export function zodExpression(schema: JsonSchema | boolean, context: ZodContext): string {
  if (typeof schema === 'boolean') return schema ? 'z.unknown()' : 'z.never()';
  for (const keyword of OTHERS) if (schema[keyword] !== undefined) context.unsupported(keyword);
  const { $ref, allOf = [], anyOf, oneOf, ...own } = schema;
  const parts: string[] = [];
  if ($ref !== undefined) parts.push(context.reference(componentName($ref) ?? ''));
  const itself = ownExpression(own, context);
  if (itself !== undefined) parts.push(itself);
  for (const part of allOf) parts.push(zodExpression(part, context));
  const kinds = formsByKind(schema, context);
  if (kinds !== undefined) parts.push(kinds);
  else {
    if (anyOf?.length > 0) parts.push(union('union', anyOf, context));
    if (oneOf?.length > 0) parts.push(union('xor', oneOf, context));
  }
  if (parts.length === 0) return 'z.unknown()';
  return parts.reduce((left, right) => `z.intersection(${left}, ${right})`);
}

/** The alternatives of a discriminator, each with its values; undefined without one. */
function formsByKind(schema: JsonSchema, context: ZodContext): string | undefined {
  if (choiceOf(schema) === undefined) return undefined;
  const { discriminator, oneOf, anyOf } = schema;
  const { propertyName, mapping = {} } = discriminator;
  const forms = (oneOf ?? anyOf).map((form: JsonSchema) => {
    const mapped = Object.keys(mapping).filter((value) => mapping[value] === form.$ref);
    const values = mapped.length > 0 ? mapped : [componentName(form.$ref) ?? ''];
    const literals = values.map((value) => `z.literal(${JSON.stringify(value)})`);
    const kind = literals.length === 1 ? literals[0] : `z.union([${literals.join(', ')}])`;
    return `z.intersection(z.looseObject({ ${propertyKey(propertyName)}: ${kind} }), ${zodExpression(form, context)})`;
  });
  return forms.length === 1 ? forms[0] : `z.union([${forms.join(', ')}])`;
}

/** Alternatives of which not every keyword is checked may take the same value: then one of them must do, not only one. */
function union(kind: 'union' | 'xor', forms: (JsonSchema | boolean)[], context: ZodContext): string {
  let isChecked = true;
  const within: ZodContext = {
    reference: (name) => context.reference(name),
    unsupported(keyword) {
      isChecked = false;
      context.unsupported(keyword);
    },
  };
  const texts = forms.map((form) => zodExpression(form, within));
  return texts.length === 1 ? texts[0]! : `z.${isChecked ? kind : 'union'}([${texts.join(', ')}])`;
}

/** Returns the expression of a schema without its parts, or `undefined` if only the parts have one. */
function ownExpression(schema: JsonSchema, context: ZodContext): string | undefined {
  const value = schema['x-value'] === 'bigint' ? bigint(schema) : CLASSES[schema['x-value']];
  if (value !== undefined) return typesOf(schema).includes('null') ? `${value}.nullable()` : value;
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.map(literal);
    return values.length === 1 ? values[0] : `z.union([${values.join(', ')}])`;
  }
  const types = typesOf(schema);
  if (types.length === 0) return undefined;
  const texts = types.map((type) => ofType(schema, type, context));
  // Keywords about objects say nothing of other values.
  if (schema.type === undefined)
    texts.push(`z.unknown().refine(isOther(${types.map((type) => `'${type}'`).join(', ')}))`);
  return texts.length === 1 ? texts[0] : `z.union([${texts.join(', ')}])`;
}

const bigint = ({ format }: JsonSchema): string =>
  format === 'int64' || format === 'uint64' ? `z.${format}()` : 'z.bigint()';

/** Values of `x-value` and `--values`. */
const CLASSES: Record<string, string> = {
  Date: 'z.date()',
  string: 'z.string()',
  Uint8Array: 'z.instanceof(Uint8Array)',
  'Temporal.Instant': 'z.instanceof(Temporal.Instant)',
};

/** The types that a schema says, or that its keywords are about. */
function typesOf(schema: JsonSchema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  const hasAny = ([, keywords]: [string, string[]]) => keywords.some((keyword) => schema[keyword] !== undefined);
  return Object.entries(KEYWORDS)
    .filter(hasAny)
    .map(([type]) => type);
}

/** Keywords by the type that they are about. */
const KEYWORDS: Record<string, string[]> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** Exactly this value. */
function literal(value: unknown): string {
  if (value === null) return 'z.null()';
  if (Array.isArray(value)) return `z.tuple([${value.map(literal).join(', ')}])`;
  if (typeof value !== 'object') return `z.literal(${JSON.stringify(value)})`;
  const members = Object.entries(value).map(([name, member]) => `${propertyKey(name)}: ${literal(member)}`);
  return `z.strictObject({ ${members.join(', ')} })`;
}

function ofType(schema: JsonSchema, type: string, context: ZodContext): string {
  switch (type) {
    case 'null':
      return 'z.null()';
    case 'boolean':
      return 'z.boolean()';
    case 'string':
      return text(schema);
    case 'integer':
      return `z.int()${bounds(schema)}`;
    case 'number':
      return `z.number()${bounds(schema)}`;
    case 'array':
      return list(schema, context);
    default:
      return object(schema, context);
  }
}

/** Zod counts UTF-16 units, JSON Schema characters: these differ for lengths above one. */
function text({ minLength, maxLength, pattern, format }: JsonSchema): string {
  const rules = [
    minLength === 1 && '.min(1)',
    minLength > 1 && `.refine((text) => characters(text) >= ${minLength}, 'at least ${minLength} characters')`,
    maxLength !== undefined && `.refine((text) => characters(text) <= ${maxLength}, 'at most ${maxLength} characters')`,
    pattern !== undefined && `.regex(pattern(${JSON.stringify(pattern)}, 'u'))`,
    format !== undefined &&
      formats.has(format) &&
      `.refine(isFormat(${JSON.stringify(format)}), ${JSON.stringify(`a valid ${format}`)})`,
  ];
  return `z.string()${rules.filter(Boolean).join('')}`;
}

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): string {
  const rules: [unknown, string][] = [
    [minimum, 'min'],
    [maximum, 'max'],
    [exclusiveMinimum, 'gt'],
    [exclusiveMaximum, 'lt'],
    [multipleOf, 'multipleOf'],
  ];
  return rules.map(([value, name]) => (typeof value === 'number' ? `.${name}(${value})` : '')).join('');
}

function list(schema: JsonSchema, context: ZodContext): string {
  const { items, prefixItems = [], minItems = 0, maxItems, uniqueItems } = schema;
  const isTuple = prefixItems.length > 0;
  const sizes = isTuple
    ? [
        minItems > prefixItems.length && `.refine((list) => list.length >= ${minItems}, 'at least ${minItems} items')`,
        maxItems !== undefined && `.refine((list) => list.length <= ${maxItems}, 'at most ${maxItems} items')`,
      ]
    : [minItems > 0 && `.min(${minItems})`, maxItems !== undefined && `.max(${maxItems})`];
  const rules = [...sizes, uniqueItems === true && `.refine(isUnique, 'no item twice')`].filter(Boolean).join('');
  const rest = zodExpression(items ?? true, context);
  if (!isTuple) return `z.array(${rest})${rules}`;
  const places = prefixItems.map(
    (place: JsonSchema, index: number) => `${zodExpression(place, context)}${index < minItems ? '' : '.optional()'}`,
  );
  return `z.tuple([${places.join(', ')}]${items === false ? '' : `, ${rest}`})${rules}`;
}

function object(schema: JsonSchema, context: ZodContext): string {
  const { properties = {}, required = [], patternProperties, minProperties, maxProperties } = schema;
  // Members that a pattern describes are no additional ones, and Zod cannot tell them.
  const additionalProperties = patternProperties === undefined ? schema.additionalProperties : undefined;
  const sizes = [
    minProperties !== undefined &&
      `.refine((value) => Object.keys(value).length >= ${minProperties}, 'at least ${minProperties} members')`,
    maxProperties !== undefined &&
      `.refine((value) => Object.keys(value).length <= ${maxProperties}, 'at most ${maxProperties} members')`,
  ];
  const size = sizes.filter(Boolean).join('');
  const names = [...new Set([...Object.keys(properties), ...required])];
  const rest = typeof additionalProperties === 'object' ? zodExpression(additionalProperties, context) : undefined;
  const members = names.map((name) => {
    const own = Object.hasOwn(properties, name);
    const expression = own ? zodExpression(properties[name], context) : (rest ?? 'z.unknown()');
    const isAny = expression === 'z.unknown()';
    if (required.includes(name))
      return `${propertyKey(name)}: ${expression}${isAny ? `.refine(isThere, 'required')` : ''}`;
    return `${propertyKey(name)}: ${expression}.exactOptional()`;
  });
  const shape = `{ ${members.join(', ')} }`;
  if (additionalProperties === false) return `z.strictObject(${shape})${size}`;
  if (rest === undefined) return `z.looseObject(${shape})${size}`;
  return `${names.length === 0 ? `z.record(z.string(), ${rest})` : `z.object(${shape}).catchall(${rest})`}${size}`;
}
