import {
  type Content,
  type Plan,
  type PlanSet,
  type Prefixes,
  rootDeclarations,
  sharedPrefixes,
} from '@mailwright/xml-codec/plan';
import { ReadEmitter } from './emit-read.ts';
import { emitRoots } from './emit-roots.ts';
import { WriteEmitter } from './emit-write.ts';
import { Identifiers, identifierOf, quote } from './identifiers.ts';
import { groupsOf, packed } from './split.ts';
import { renamedPlans } from './uses.ts';
import { withConstants } from './write-body.ts';

export interface EmitOptions {
  /** Comment lines that every file starts with: generator and hash of the description. */
  header: string;
  /** The type of a schema's values: an expression and the `import type` line that it needs. Without it: `unknown`. */
  type?: (name: string) => { expression: string; import: string };
}

/** `codecs/Mailing.ts` */
export function codecFile(name: string): string {
  return `codecs/${identifierOf(name)}.ts`;
}

/** `MailingCodec` */
export function codecName(name: string): string {
  return `${identifierOf(name)}Codec`;
}

/**
 * One module for each plan, by file name; `codecs/Mailing.1.ts` and so on hold the functions of one that is too long.
 *
 * @throws {UnsupportedSchemaError} when two names would make one file
 */
export function emitCodecs(plans: PlanSet, options: EmitOptions): Map<string, string> {
  const context = { plans, renamed: renamedPlans(plans), prefixes: sharedPrefixes(plans) };
  return new Map([...plans.values()].flatMap((plan) => emitModules(plan, context, options)));
}

interface Context {
  plans: PlanSet;
  renamed: Set<string>;
  prefixes: Prefixes;
}

function emitModules(plan: Plan, { plans, renamed, prefixes }: Context, options: EmitOptions): [string, string][] {
  const identifiers = new Identifiers(plans);
  const id = identifiers.of(plan.name);
  const { name: root, content } = plan.root;
  const type = options.type?.(plan.name);
  const typed = `XmlCodec<${type?.expression ?? 'unknown'}>`;
  const header = options.header.trimEnd();
  // Where names of other files are found.
  const places = new Map<string, string>();
  const others = plan.refs.filter((name) => name !== plan.name).map((name) => identifiers.of(name));
  if (content.kind === 'roots') {
    for (const ref of others)
      for (const name of [`decode${ref}`, `encode${ref}`, `${ref}Codec`]) places.set(name, `./${ref}.ts`);
    const codec = emitRoots(id, content, plans, identifiers, typed);
    return [[`codecs/${id}.ts`, moduleOf(id, header, [codec], places, type?.import)]];
  }
  const reader = new ReadEmitter(new Identifiers(plans));
  const writer = new WriteEmitter(plan, plans, prefixes, new Identifiers(plans));
  const declared = rootDeclarations(plan.name, plans, prefixes);
  if (content.kind !== 'scalar') {
    reader.exported(id, content);
    writer.exported(renamed.has(plan.name) || declared !== '');
  }
  const write = writer.root(declared);
  const self: Content = content.kind === 'scalar' ? content : { kind: 'ref', plan: plan.name };
  const read = reader.element({ ...plan.root, content: self }, id);
  const groups = groupsOf([...reader.functions, ...writer.functions]);
  const roots = [root.local, ...root.aliases].map(quote).join(', ');
  const isList = content.kind === 'array' && !content.isMap && !plan.root.nullable;
  const decodeParts = isList
    ? `\n  decodeParts: /* @__PURE__ */ defineListDecoder<Value>([${roots}], ${quote(root.namespace ?? '')}, read${id}) as NonNullable<${typed}['decodeParts']>,`
    : '';
  // A cast, since the type of a schema that nothing matches is never, and no value can be assigned to it.
  const codec = `export const decode${id} = /* @__PURE__ */ defineDecoder<Value>(
  [${roots}],
  ${quote(root.namespace ?? '')},
  (r) => ${read},
) as ${typed}['decode'];

export const encode${id}: ${typed}['encode'] = /* @__PURE__ */ defineEncoder<Value>(${quote(root.local)}, ${write});

export const ${codecName(plan.name)}: ${typed} = {
  decode: decode${id},
  encode: encode${id},
  encodeBytes: /* @__PURE__ */ defineByteEncoder<Value>(${quote(root.local)}, ${write}),${decodeParts}
};`;
  const verbs = ['read', 'write', 'fill', 'attributesOf'];
  for (const ref of others) {
    for (const verb of verbs) places.set(verb + ref, `./${ref}.ts`);
  }
  if (groups.length <= 1) {
    return [[`codecs/${id}.ts`, moduleOf(id, header, [...(groups[0] ?? []), codec], places, type?.import)]];
  }
  const parts = groups.map((group, i) => ({ name: `${id}.${i + 1}.ts`, functions: group }));
  for (const { name, functions } of parts) {
    for (const source of functions) places.set(nameOf(source), `./${name}`);
  }
  const shared = verbs.map((verb) => verb + id).filter((name) => places.has(name));
  const again = shared.map((name) => `export { ${name} } from '${places.get(name)}';`).join('\n');
  return [
    [`codecs/${id}.ts`, moduleOf(id, header, [again, codec], places, type?.import)],
    ...parts.map(({ name, functions }): [string, string] => {
      const own = new Map([...places].filter(([, file]) => file !== `./${name}`));
      const exported = functions.map((source) => source.replace(/^(?=function )/, 'export '));
      return [`codecs/${name}`, moduleOf(name, header, exported, own)];
    }),
  ];
}

const RUNTIME = [
  'anyValue',
  'attributeAs',
  'defineByteEncoder',
  'defineDecoder',
  'defineEncoder',
  'defineListDecoder',
  'defineRootsDecoder',
  'defineRootsEncoder',
  'lookAhead',
  'members',
  'missing',
  'noSuchKind',
  'rawText',
  'textOr',
  'toBase64',
  'toBigint',
  'toBoolean',
  'toDate',
  'toDecimal',
  'toEpoch',
  'toEpochInstant',
  'toFloat',
  'toHttpDate',
  'toHttpInstant',
  'toInstant',
  'toInteger',
  'toLiteral',
  'toNumber',
  'toRecord',
  'toWord',
  'tooMany',
  'xsiType',
];

/** A module with the imports that its code needs. */
function moduleOf(
  name: string,
  header: string,
  code: string[],
  places: ReadonlyMap<string, string>,
  typeImport?: string,
): string {
  const body = withConstants(code.join('\n\n'), identifierOf(name));
  // Elements may be called like functions.
  const own = body.replace(/^export \{.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gm, '');
  const uses = (name: string) => new RegExp(`(?<![\\w$.])${name}\\b`).test(own);
  const runtime = RUNTIME.filter(uses).concat(
    ['Output', 'Reader', 'XmlCodec'].filter(uses).map((name) => `type ${name}`),
  );
  const byFile = Map.groupBy([...places.keys()].filter(uses), (name) => places.get(name)!);
  const siblings = [...byFile].map(([file, names]) => `import { ${names.join(', ')} } from '${file}';`);
  return [
    header,
    ...(runtime.length > 0 ? [`import { ${runtime.join(', ')} } from '@mailwright/xml-codec';`] : []),
    ...(/\bw\./.test(body) ? ["import * as w from '@mailwright/xml-codec/write';"] : []),
    ...(typeImport ? [typeImport] : []),
    ...(siblings.length > 0 ? [packed(siblings.join('\n'), 150)] : []),
    '',
    '// biome-ignore-all lint: generated',
    'type Value = any;',
    '',
    body,
    '',
  ].join('\n');
}

function nameOf(source: string): string {
  return /function (\w+)/.exec(source)![1]!;
}
