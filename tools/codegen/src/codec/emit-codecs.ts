import type { Content, Plan, PlanSet } from '@mailwright/xml-codec/plan';
import { ReadEmitter } from './emit-read.ts';
import { WriteEmitter } from './emit-write.ts';
import { Identifiers, identifierOf, quote } from './identifiers.ts';
import { plansAbroad } from './places.ts';

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
 * One module for each plan, by file name.
 *
 * @throws {UnsupportedSchemaError} when two names would make one file
 */
export function emitCodecs(plans: PlanSet, options: EmitOptions): Map<string, string> {
  // Refuses names that clash before anything is made.
  const identifiers = new Identifiers(plans);
  const abroad = plansAbroad(plans);
  return new Map(
    [...plans.values()].map((plan) => [
      `codecs/${identifiers.of(plan.name)}.ts`,
      emitModule(plan, plans, abroad, options),
    ]),
  );
}

function emitModule(plan: Plan, plans: PlanSet, abroad: Set<string>, options: EmitOptions): string {
  const identifiers = new Identifiers(plans);
  const id = identifiers.of(plan.name);
  const { name: root, content } = plan.root;
  const reader = new ReadEmitter(new Identifiers(plans));
  const writer = new WriteEmitter(plan, plans, new Identifiers(plans));
  if (content.kind !== 'scalar') {
    reader.exported(id, content);
    writer.exported(abroad.has(plan.name));
  }
  const self: Content = content.kind === 'scalar' ? content : { kind: 'ref', plan: plan.name };
  const read = reader.element({ ...plan.root, content: self }, id);
  const type = options.type?.(plan.name);
  const body = [...reader.functions, ...writer.functions].join('\n\n');
  const roots = [root.local, ...root.aliases].map(quote).join(', ');
  const typed = `XmlCodec<${type?.expression ?? 'unknown'}>`;
  const codec = `export const decode${id}: ${typed}['decode'] = /* @__PURE__ */ defineDecoder<Value>(
  [${roots}],
  (r) => ${read},
);

export const encode${id}: ${typed}['encode'] = /* @__PURE__ */ defineEncoder<Value>(
  ${quote(root.local)},
  ${writer.root()},
);

export const ${codecName(plan.name)}: ${typed} = { decode: decode${id}, encode: encode${id} };`;
  const siblings = plan.refs
    .filter((ref) => ref !== plan.name)
    .map((ref) => {
      const other = identifiers.of(ref);
      const names = ['read', 'write', 'fill', 'attributesOf']
        .map((verb) => verb + other)
        .filter((name) => body.includes(`${name}(`));
      return `import { ${names.join(', ')} } from './${other}.ts';`;
    });
  const imports = [
    'attributeAs',
    'defineDecoder',
    'defineEncoder',
    'lookAhead',
    'missing',
    'noSuchKind',
    'textAs',
    'toBoolean',
    'toInteger',
    'toNumber',
    'toWord',
    'tooMany',
  ]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(body + codec))
    .concat('type Reader', 'type XmlCodec');
  return [
    options.header.trimEnd(),
    `import { ${imports.join(', ')} } from '@mailwright/xml-codec';`,
    ...(/\bw\./.test(body + codec) ? ["import * as w from '@mailwright/xml-codec/write';"] : []),
    ...(type ? [type.import] : []),
    ...siblings,
    '',
    '// biome-ignore-all lint: generated',
    'type Value = any;',
    '',
    body,
    '',
    codec,
    '',
  ].join('\n');
}
