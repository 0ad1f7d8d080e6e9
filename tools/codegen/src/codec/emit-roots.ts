import type { PlanSet, Roots } from '@mailwright/xml-codec/plan';
import { type Identifiers, quote } from './identifiers.ts';

/** The codec of a plan whose documents are those of other plans, told apart by their root elements. */
export function emitRoots(id: string, { variants }: Roots, plans: PlanSet, identifiers: Identifiers, type: string) {
  const decoders = variants.map(({ plan }) => {
    const { local, aliases, namespace = '' } = plans.get(plan)!.root.name;
    const names = [local, ...aliases].map(quote).join(', ');
    return `  { names: [${names}], uri: ${quote(namespace)}, decode: decode${identifiers.of(plan)} },`;
  });
  const encoders = (encode: (id: string) => string) =>
    variants.map(({ plan, ...fits }) => {
      const root = quote(plans.get(plan)!.root.name.local);
      return `  { root: ${root}, fits: ${JSON.stringify(fits)}, encode: ${encode(identifiers.of(plan))} },`;
    });
  return `export const decode${id}: ${type}['decode'] = /* @__PURE__ */ defineRootsDecoder<Value>([
${decoders.join('\n')}
]);

export const encode${id}: ${type}['encode'] = /* @__PURE__ */ defineRootsEncoder<Value, string>([
${encoders((each) => `encode${each}`).join('\n')}
]);

export const ${id}Codec: ${type} = {
  decode: decode${id},
  encode: encode${id},
  encodeBytes: /* @__PURE__ */ defineRootsEncoder<Value, Uint8Array>([
${encoders((each) => `${each}Codec.encodeBytes`).join('\n')}
  ]),
};`;
}
