import type { XmlCodec } from '../codec.ts';
import { XmlError } from '../error.ts';
import type { PlanSet, Roots } from '../plan/index.ts';
import { onlyRoot } from '../roots.ts';
import { Decoder } from './decode.ts';
import { Encoder } from './encode.ts';
import { parse } from './parse.ts';

/**
 * The codec of one plan; `plans` holds it and all that it refers to.
 *
 * @throws {RangeError} when there is no plan of that name
 */
export function referenceCodec<T = unknown>(name: string, plans: PlanSet): XmlCodec<T> {
  const plan = plans.get(name);
  if (!plan) throw new RangeError(`there is no plan ${name}`);
  const { root } = plan;
  if (root.content.kind === 'roots') return rootsCodec(root.content, plans);
  const encode = (value: T) => `<?xml version="1.0" encoding="UTF-8"?>${new Encoder(plans).root(name, value)}`;
  return {
    decode(xml, options) {
      const node = parse(xml, options);
      const roots = [root.name.local, ...root.name.aliases];
      if (!roots.includes(node.local)) {
        throw new XmlError('root', `the root element must be ${roots.join(' or ')}`, {
          path: `/${node.local}`,
          expected: roots[0],
        });
      }
      const { namespace } = root.name;
      if (namespace && namespace !== node.uri && options?.namespaces !== 'ignore') {
        throw new XmlError('root', `the root element must be of ${namespace}`, { path: `/${node.local}` });
      }
      return new Decoder(plans, options).element(root, node, `/${node.local}`) as T;
    },
    encode,
    encodeBytes: (value) => new TextEncoder().encode(encode(value)),
  };
}

/** The codec whose documents are those of several plans. */
function rootsCodec<T>({ variants }: Roots, plans: PlanSet): XmlCodec<T> {
  const roots = variants.map(({ plan, ...fits }) => {
    const { local, aliases, namespace = '' } = plans.get(plan)!.root.name;
    const codec = referenceCodec<T>(plan, plans);
    return { root: local, names: [local, ...aliases], uri: namespace, fits, codec };
  });
  return {
    decode(xml, options) {
      const { local, uri } = parse(xml, options);
      const found = roots.find(
        (each) => each.names.includes(local) && (!each.uri || each.uri === uri || options?.namespaces === 'ignore'),
      );
      if (!found) throw new XmlError('root', `${local} is no root element`, { path: `/${local}` });
      return found.codec.decode(xml, options);
    },
    encode: (value) => onlyRoot(roots, value).codec.encode(value),
    encodeBytes: (value) => onlyRoot(roots, value).codec.encodeBytes(value),
  };
}
