import { type Direction, inComponents, isAbsent } from '../model/direction.ts';
import { componentName, Reach } from '../model/in-place.ts';
import type { Json, JsonSchema, OpenApiDocument } from '../model/model.ts';
import { isOfType } from '../model/of-type.ts';
import { DIRECTION } from '../model/split-directions.ts';
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
  tupleOf,
  UNKNOWN,
  unionOf,
} from './type-text.ts';

/** Position of a schema: its component, and the components that were inlined on the way to it. */
interface Site {
  owner: string | undefined;
  /** The value of the schema is that of the component, not one of its members. */
  direct: boolean;
  open: readonly string[];
  /** The schema is a part of another one, which may have properties that it does not describe. */
  part?: true;
}

/** Makes types of schemas. Whatever a schema says, there is a type for it: `unknown` where nothing can be said. */
export class SchemaTypes {
  readonly #schemas: Record<string, unknown>;
  readonly #discriminators: Discriminators;
  readonly #directParts: Reach;
  readonly #bases: Reach;

  constructor(document: OpenApiDocument) {
    this.#schemas = document.components?.schemas ?? {};
    this.#discriminators = findDiscriminators(document);
    this.#directParts = new Reach(this.#schemas, ['allOf', 'anyOf', 'oneOf', 'items', 'prefixItems']);
    this.#bases = new Reach(this.#schemas, ['allOf']);
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
    if ('const' in schema) return isOfType(schema.const, schema) ? literalOf(schema.const) : NEVER;
    if (Array.isArray(schema.enum))
      return unionOf(schema.enum.filter((value) => isOfType(value, schema)).map(literalOf));
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

  #composed(schema: JsonSchema, { part, ...site }: Site): TypeText {
    const parts = listOf(schema.allOf);
    const required = requiredOf(schema);
    const inner = { ...site, part: true as const };
    const isComposed = [...parts, ...listOf(schema.anyOf), ...listOf(schema.oneOf)].length > 0;
    const own = this.#own({ ...schema, ...(required.length > 0 && { required }) }, part || isComposed ? inner : site);
    const all = parts.map((each) => this.#partOf(each, required, inner));
    const forms = [schema.anyOf, schema.oneOf].flatMap((each) => this.#formsOf(each, schema, inner));
    const types = [...(own ? [own] : []), ...all, ...forms];
    const type = intersectionOf(types);
    // Parts that say nothing leave what the types say.
    return type === UNKNOWN ? this.#anyOfTypes(schema, inner) : type;
  }

  #formsOf(forms: unknown, whole: JsonSchema, site: Site): TypeText[] {
    const types = listOf(forms).map((form) => this.#requiredForm(form, whole, site) ?? this.#typeOf(form, site));
    return types.length > 0 ? [unionOf(types)] : [];
  }

  /**
   * The members that a form requires of the whole, which its properties or its bases describe; `undefined` if the form says more than
   * that, or nothing of members that are described.
   */
  #requiredForm(form: unknown, whole: JsonSchema, site: Site): TypeText | undefined {
    const { properties = {}, type = 'object' } = whole;
    if (!isSchema(form) || type !== 'object') return undefined;
    if (Object.keys(form).some((key) => !ONLY_REQUIRED.has(key))) return undefined;
    const wanted: string[] = listOf(form.required);
    const own = wanted.filter((name) => hasMember(properties, name) && !this.#isAbsent(properties[name], site));
    const member = (name: string) => ({ name, type: this.#typeOf(properties[name], { ...site, direct: false }) });
    const ofBases = listOf(whole.allOf).flatMap(({ $ref }) => {
      const known = this.#propertiesOf(componentName($ref) ?? '', []);
      const names = wanted.filter((name) => known.has(name));
      return names.length > 0 ? [named(`WithRequired<${this.#referred($ref, site).text}, ${literals(names)}>`)] : [];
    });
    const types = [...(own.length > 0 ? [objectOf(own.map(member))] : []), ...ofBases];
    return types.length > 0 ? intersectionOf(types) : undefined;
  }

  /** A part of `allOf`, of which the whole and its other parts may require more. */
  #partOf(part: unknown, required: string[], site: Site): TypeText {
    if (!isSchema(part)) return this.#typeOf(part, site);
    if (typeof part.$ref !== 'string') {
      const described = required.filter((name) => hasMember(part.properties, name));
      const known = part.allOf === undefined ? described : required;
      return this.#typeOf({ ...part, required: [...new Set([...known, ...listOf(part.required)])] }, site);
    }
    const type = this.#referred(part.$ref, site);
    const name = componentName(part.$ref) ?? '';
    const replaced = this.#replacedKind(name, site);
    const known = this.#propertiesOf(name, []);
    const wanted = required.filter((key) => known.has(key) && key !== replaced);
    const more = wanted.length > 0 ? named(`WithRequired<${type.text}, ${literals(wanted)}>`) : type;
    return replaced !== undefined && known.has(replaced)
      ? named(`Omit<${more.text}, ${JSON.stringify(replaced)}>`)
      : more;
  }

  /** The property of a discriminator for which a base has another value than the component that is made of it. */
  #replacedKind(base: string, { owner, direct }: Site): string | undefined {
    const kind = direct && owner !== undefined ? this.#discriminators.kinds.get(owner) : undefined;
    if (kind === undefined) return undefined;
    const { kinds, owners } = this.#discriminators;
    const hasKind = [...this.#bases.reachedFrom(base)].some(
      (name) => owners.get(name) === kind.property || kinds.get(name)?.property === kind.property,
    );
    return hasKind ? kind.property : undefined;
  }

  /** Reports whether values of the direction of which a component is the form do not have a property. */
  #isAbsent(property: unknown, { owner }: Site): boolean {
    const schema = owner === undefined ? undefined : this.#schemas[owner];
    const direction = isSchema(schema) ? (schema[DIRECTION] as Direction | undefined) : undefined;
    return direction !== undefined && isAbsent(inComponents(this.#schemas), property, direction);
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
      return isComposed
        ? unionOf(types.map((type) => this.#ofType(schema, type, site) ?? UNKNOWN))
        : this.#anyOfTypes(schema, site);
    }
    return this.#ofType(schema, types[0], site);
  }

  /** Values of the types of a schema, of whatever members; unknown without types. */
  #anyOfTypes(schema: JsonSchema, site: Site): TypeText {
    const types = typesOf(schema).map((type) => this.#ofType(schema, type, site) ?? ANY_OBJECT);
    return types.length > 0 ? unionOf(types) : UNKNOWN;
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
        return this.#object(schema, site);
    }
  }

  #list({ items, prefixItems, minItems = 0, maxItems }: JsonSchema, { part: _part, ...site }: Site): TypeText {
    const rest = items === undefined ? UNKNOWN : this.#typeOf(items, site);
    if (!Array.isArray(prefixItems)) return arrayOf(rest);
    const places = prefixItems.slice(0, maxItems).map((item) => this.#typeOf(item, site));
    const isClosed = rest === NEVER || maxItems <= prefixItems.length;
    return tupleOf(places, { required: minItems, ...(!isClosed && { rest }) });
  }

  #object(schema: JsonSchema, { part, ...own }: Site): TypeText | undefined {
    const site = { ...own, direct: false };
    const { properties, additionalProperties, patternProperties } = schema;
    const required = listOf(schema.required);
    const present = Object.entries(isSchema(properties) ? properties : {}).filter(
      ([, property]) => !this.#isAbsent(property, site),
    );
    const members = present.map(
      ([name, property]): TypeMember => ({
        name,
        type: this.#typeOf(property, site),
        optional: !required.includes(name),
        readonly: isAbsent(inComponents(this.#schemas), property, 'request'),
        comment: commentOf(property),
      }),
    );
    const isOpen =
      additionalProperties === true ||
      (isSchema(additionalProperties) && Object.keys(additionalProperties).length === 0);
    const values = [
      ...(isOpen ? [UNKNOWN] : isSchema(additionalProperties) ? [this.#typeOf(additionalProperties, site)] : []),
      ...Object.values(isSchema(patternProperties) ? patternProperties : {}).map((each) => this.#typeOf(each, site)),
    ];
    const isObject = members.length > 0 || values.length > 0 || typesOf(schema).includes('object');
    // Required and not described: a value of the others, unless another part of the schema describes it.
    const undescribed =
      part || !isObject || schema.allOf ? [] : required.filter((name) => !hasMember(properties, name));
    const other = values.length > 0 ? unionOf(values) : UNKNOWN;
    for (const name of undescribed) members.push({ name, type: other, optional: false });
    const isClosed = additionalProperties === false && typesOf(schema).includes('object');
    if (members.length === 0 && values.length === 0) return isClosed && !part ? NO_MEMBERS : undefined;
    if (values.length === 0) return objectOf(members);
    const index = (types: readonly TypeText[]) => ({ name: '[key: string]', type: unionOf(types) });
    if (members.length === 0) return objectOf([index(values)]);
    if (values.includes(UNKNOWN)) return intersectionOf([objectOf(members), objectOf([index(values)])]);
    // TypeScript has no type for all members but the named ones, so that these are of the index too.
    const named = members.flatMap(({ type, optional }) => [type, ...(optional ? [UNDEFINED] : [])]);
    return objectOf([...members, index([...values, ...named])]);
  }
}

const hasMember = (members: unknown, name: string): boolean => isSchema(members) && Object.hasOwn(members, name);

/** What a schema requires by itself and by the parts of `allOf` that stand in place. */
function requiredOf(schema: JsonSchema): string[] {
  const parts = listOf(schema.allOf).filter(isSchema);
  return [...new Set([...listOf(schema.required), ...parts.flatMap(requiredOf)])];
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

const typesOf = ({ type }: JsonSchema): string[] => (type === undefined ? [] : [type].flat());

/** Keywords of a schema that says no more than which members there are. */
const ONLY_REQUIRED = new Set(['required', 'type', 'title', 'description']);

const ANY_OBJECT = named('Record<string, unknown>');
const NO_MEMBERS = named('Record<string, never>');
const UNDEFINED = named('undefined');

const literals = (names: string[]): string => names.map((name) => JSON.stringify(name)).join(' | ');
