import { componentName, Reach } from '../model/in-place.ts';
import type { Json, JsonSchema, OpenApiDocument } from '../model/model.ts';
import { type Discriminators, findDiscriminators } from './discriminators.ts';
import { commentOf } from './type-comment.ts';
import {
  arrayOf,
  intersectionOf,
  literalOf,
  NEVER,
  NULL,
  named,
  objectOf,
  type TypeMember,
  type TypeText,
  UNKNOWN,
  unionOf,
} from './type-text.ts';

/** Position of a schema: its component, and the components that were inlined on the way to it. */
interface Site {
  owner: string | undefined;
  /** The value of the schema is that of the component, not one of its members. */
  direct: boolean;
  open: readonly string[];
}

/** Makes types of schemas. Whatever a schema says, there is a type for it: `unknown` where nothing can be said. */
export class SchemaTypes {
  readonly #schemas: Record<string, unknown>;
  readonly #discriminators: Discriminators;
  readonly #directParts: Reach;

  constructor(document: OpenApiDocument) {
    this.#schemas = document.components?.schemas ?? {};
    this.#discriminators = findDiscriminators(document);
    this.#directParts = new Reach(this.#schemas, ['allOf', 'anyOf', 'oneOf', 'items', 'prefixItems']);
  }

  /** The type of a schema that no other schema holds. */
  typeOf(schema: unknown): TypeText {
    return this.#typeOf(schema, { owner: undefined, direct: false, open: [] });
  }

  /** The type of a component; where it is a form of a discriminator, that property has its values. */
  typeOfComponent(name: string): TypeText {
    return this.#typeOf(this.#withKind(name, this.#schemas[name]), { owner: name, direct: true, open: [name] });
  }

  #withKind(name: string, schema: unknown): unknown {
    const kind = this.#discriminators.kinds.get(name);
    if (!kind || !isSchema(schema)) return schema;
    const { property, values } = kind;
    const known = isSchema(schema.properties) ? schema.properties : undefined;
    if (schema.allOf === undefined && known === undefined) return schema;
    const { $ref: _ref, const: _const, ...rest } = isSchema(known?.[property]) ? known[property] : {};
    const rule = { ...rest, type: 'string', enum: values };
    const required = [...new Set([...listOf(schema.required), property])];
    if (known && (schema.allOf === undefined || property in known))
      return { ...schema, required, properties: { ...known, [property]: rule } };
    const form = { type: 'object', required: [property], properties: { [property]: { type: 'string', enum: values } } };
    return { ...schema, allOf: [...listOf(schema.allOf), form] };
  }

  #typeOf(schema: unknown, site: Site): TypeText {
    if (!isSchema(schema)) return schema === false ? NEVER : UNKNOWN;
    if (typeof schema['x-value'] === 'string' && typeof schema.type !== 'undefined')
      return unionOf([named(schema['x-value']), ...(typesOf(schema).includes('null') ? [NULL] : [])]);
    if (typeof schema.$ref === 'string') return this.#typeOfReference(schema, site);
    if (isSchema(schema.not) && Object.keys(schema.not).length === 0) return NEVER;
    if ('const' in schema) return literalOf(schema.const);
    if (Array.isArray(schema.enum)) {
      const none = typesOf(schema).includes('null') ? [NULL] : [];
      return unionOf([...schema.enum.map(literalOf), ...none]);
    }
    return this.#composed(schema, site);
  }

  /** Keywords beside a reference count where they say something of structure. */
  #typeOfReference({ $ref, ...beside }: JsonSchema, site: Site): TypeText {
    const said = ['properties', 'allOf', 'anyOf', 'oneOf'].some((key) => beside[key] !== undefined);
    const more = said ? [this.#typeOf(beside, site)] : [];
    return intersectionOf([this.#referred($ref, site), ...more]);
  }

  /**
   * The type that a reference names. TypeScript takes no list of itself: a component that is one is written out, and
   * ends in `unknown`.
   */
  #referred($ref: string, site: Site): TypeText {
    const name = componentName($ref);
    if (name === undefined || !Object.hasOwn(this.#schemas, name)) return UNKNOWN;
    const isCircle = site.direct && site.owner !== undefined && this.#directParts.reaches(name, site.owner);
    if (!isCircle) return named(`components["schemas"][${JSON.stringify(name)}]`);
    return site.open.includes(name)
      ? UNKNOWN
      : this.#typeOf(this.#schemas[name], { ...site, open: [...site.open, name] });
  }

  #composed(schema: JsonSchema, site: Site): TypeText {
    const own = this.#own(schema, site);
    const all = listOf(schema.allOf).map((part) => this.#partOf(part, listOf(schema.required), site));
    const forms = [schema.anyOf, schema.oneOf].flatMap((each) => this.#formsOf(each, site));
    const parts = [...(own ? [own] : []), ...all, ...forms];
    return parts.length > 0 || !typesOf(schema).includes('object') ? intersectionOf(parts) : ANY_OBJECT;
  }

  #formsOf(forms: unknown, site: Site): TypeText[] {
    const types = listOf(forms).map((form) => this.#typeOf(form, site));
    return types.length > 0 ? [unionOf(types)] : [];
  }

  /** A part of `allOf`, of which the whole may require more. */
  #partOf(part: unknown, required: string[], site: Site): TypeText {
    if (!isSchema(part)) return this.#typeOf(part, site);
    if (typeof part.$ref !== 'string')
      return this.#typeOf({ ...part, required: [...required, ...listOf(part.required)] }, site);
    const type = this.#referred(part.$ref, site);
    const name = componentName(part.$ref) ?? '';
    const owned = this.#discriminators.owners.get(name);
    const known = this.#propertiesOf(name, []);
    const wanted = [...new Set(required)].filter((key) => known.has(key) && key !== owned);
    const more = wanted.length > 0 ? named(`WithRequired<${type.text}, ${literals(wanted)}>`) : type;
    return owned !== undefined && known.has(owned) && this.#isForm(site)
      ? named(`Omit<${more.text}, ${JSON.stringify(owned)}>`)
      : more;
  }

  /** Reports whether a component itself declares its value of a discriminator. */
  #isForm({ owner, direct }: Site): boolean {
    return direct && owner !== undefined && this.#discriminators.kinds.has(owner);
  }

  #propertiesOf(name: string, seen: readonly string[]): Set<string> {
    const schema = this.#schemas[name];
    if (!isSchema(schema) || seen.includes(name)) return new Set();
    const parts = [schema, ...listOf(schema.allOf).filter(isSchema)];
    const referred = parts.flatMap(({ $ref }) => [...this.#propertiesOf(componentName($ref) ?? '', [...seen, name])]);
    return new Set([...parts.flatMap(({ properties }) => Object.keys(properties ?? {})), ...referred]);
  }

  /** Returns the type of a schema without its parts, or `undefined` if only the parts have one. */
  #own(schema: JsonSchema, site: Site): TypeText | undefined {
    const types = typesOf(schema);
    if (types.length > 1) {
      const isComposed = [schema.allOf, schema.anyOf, schema.oneOf].some((parts) => listOf(parts).length > 0);
      return unionOf(types.map((type) => this.#ofType(schema, type, site) ?? (isComposed ? UNKNOWN : ANY_OBJECT)));
    }
    return this.#ofType(schema, types[0], site);
  }

  #ofType(schema: JsonSchema, type: string | undefined, site: Site): TypeText | undefined {
    switch (type) {
      case 'null':
        return NULL;
      case 'string':
      case 'boolean':
        return named(type);
      case 'number':
      case 'integer':
        return named('number');
      case 'array':
        return this.#list(schema, site);
      default:
        return this.#object(schema, { ...site, direct: false });
    }
  }

  #list({ items, prefixItems }: JsonSchema, site: Site): TypeText {
    const tuple = prefixItems ?? (Array.isArray(items) ? items : undefined);
    const type = (item: unknown) => this.#typeOf(item, site);
    if (tuple !== undefined)
      return named(
        `[${listOf(tuple)
          .map((item) => type(item).text)
          .join(', ')}]`,
      );
    return arrayOf(items === undefined ? UNKNOWN : type(items));
  }

  #object(schema: JsonSchema, site: Site): TypeText | undefined {
    const { properties, additionalProperties, patternProperties } = schema;
    const required = listOf(schema.required);
    const members = Object.entries(isSchema(properties) ? properties : {}).map(([name, property]): TypeMember => {
      const { readOnly = false } = isSchema(property) ? property : {};
      return {
        name,
        type: this.#typeOf(property, site),
        optional: !required.includes(name),
        readonly: readOnly === true,
        comment: commentOf(property),
      };
    });
    // Required and not described: any value, unless another part of the schema describes it.
    const isWhole = !isSchema(additionalProperties) && !patternProperties && !schema.allOf;
    const undescribed = members.length > 0 && isWhole ? required : [];
    for (const name of undescribed.filter((each) => !Object.hasOwn(properties, each)))
      members.push({ name, type: UNKNOWN, optional: false, readonly: false, comment: undefined });
    const isOpen =
      additionalProperties === true ||
      (isSchema(additionalProperties) && Object.keys(additionalProperties).length === 0);
    const values = [
      ...(isOpen ? [UNKNOWN] : isSchema(additionalProperties) ? [this.#typeOf(additionalProperties, site)] : []),
      ...Object.values(isSchema(patternProperties) ? patternProperties : {}).map((each) => this.#typeOf(each, site)),
    ];
    const index = values.length > 0 ? [objectOf([{ name: '[key: string]', type: unionOf(values) }])] : [];
    if (members.length === 0 && index.length === 0) return undefined;
    return intersectionOf([...(members.length > 0 ? [objectOf(members)] : []), ...index]);
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

const typesOf = ({ type }: JsonSchema): string[] => (type === undefined ? [] : [type].flat());

const ANY_OBJECT = named('Record<string, unknown>');

const literals = (names: string[]): string => names.map((name) => JSON.stringify(name)).join(' | ');
