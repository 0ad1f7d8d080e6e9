import type { XmlCodec } from '../codec.ts';
import { XmlError } from '../error.ts';
import type { PlanSet } from '../plan/index.ts';
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
