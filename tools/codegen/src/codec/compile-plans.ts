import {
  at,
  checkRoots,
  compilePlan,
  type Plan,
  type PlanSet,
  type Schema,
  type Target,
  unsupported,
} from '@mailwright/xml-codec/plan';
import { NAME } from '../model/distinct-names.ts';
import { joinPointer, splitPointer } from '../model/pointer.ts';

/** An OpenAPI 3.0 or 3.1 description; references must be local (bundled). */
export interface OpenApiDocument {
  openapi?: string;
  [key: string]: unknown;
}

/** A schema that is no component, an inline body for example: the name to give it and where it stands. */
export interface InlineSchema {
  name: string;
  /** `#/paths/~1pets/get/responses/200/content/application~1xml/schema` */
  pointer: string;
}

const COMPONENTS = '#/components/schemas/';

/**
 * Plans of the named schemas and of all that these refer to, in order of first mention.
 *
 * @param names components of `#/components/schemas`, or inline schemas with a name for each
 * @throws {UnsupportedSchemaError} for the first schema that has no one right form in XML
 */
export function compilePlans(document: OpenApiDocument, names: Iterable<string | InlineSchema>): PlanSet {
  const plans = new Map<string, Plan>();
  const nil = nilOf(document);
  const targets = new Map<string, Target>();
  const queue: Target[] = [];

  function enqueue(pointer: string, name: string, from: string): Target {
    const known = targets.get(name);
    if (known) {
      if (known.pointer !== pointer) unsupported(pointer, `is to be called ${name}, like ${known.pointer}`);
      return known;
    }
    const target = { name, pointer, schema: lookUp(document, pointer, from) };
    targets.set(name, target);
    return target;
  }
  const resolveRef = (ref: string, from: string) => enqueue(plain(ref), nameOf(ref), from);

  for (const given of names) {
    const { name, pointer } =
      typeof given === 'string' ? { name: given, pointer: at('#/components/schemas', given) } : given;
    queue.push(enqueue(pointer, name, pointer));
  }
  for (let target = queue.shift(); target; target = queue.shift()) {
    if (plans.has(target.name)) continue;
    const { schema, name, pointer } = target;
    const rootName = typeof schema[NAME] === 'string' ? schema[NAME] : name;
    const plan = { ...compilePlan(schema, resolveRef, { rootName, pointer, openapi: document.openapi, nil }), name };
    plans.set(name, plan);
    queue.push(...plan.refs.map((ref) => targets.get(ref)!));
  }
  checkRoots(plans);
  return plans;
}

/** `x-xml-nil` of the description: the attribute that its documents say null with. */
function nilOf({ 'x-xml-nil': nil = 'nil' }: OpenApiDocument): Plan['nil'] {
  if (nil !== 'nil' && nil !== 'xsi:nil') unsupported('#/x-xml-nil', 'must be nil or xsi:nil');
  return nil;
}

function lookUp(document: OpenApiDocument, pointer: string, from: string): Schema {
  if (!pointer.startsWith('#/')) unsupported(from, `${pointer} is not a local reference: bundle the description first`);
  const steps = pointer.slice(2).split('/').map(unescaped);
  let node: unknown = document;
  for (const step of steps) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step))
      unsupported(from, `${pointer} leads nowhere`);
    node = (node as Record<string, unknown>)[step];
  }
  return node as Schema;
}

/** A component is called by its name; any other place by the words of its pointer. */
function nameOf(ref: string): string {
  const pointer = plain(ref);
  if (pointer.startsWith(COMPONENTS)) {
    const rest = pointer.slice(COMPONENTS.length);
    if (!rest.includes('/')) return unescaped(rest);
  }
  return pointer
    .replace(/^#\//, '')
    .split('/')
    .map(unescaped)
    .join('_')
    .replace(/[\W_]+/g, '_');
}

/** A pointer without the escapes of URIs. */
const plain = (ref: string): string => (ref.startsWith('#') ? joinPointer('#', ...splitPointer(ref)) : ref);

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
