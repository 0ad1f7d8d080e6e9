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
  return {
    decode(xml, limits) {
      const node = parse(xml, limits);
      const roots = [root.name.local, ...root.name.aliases];
      if (!roots.includes(node.local)) {
        throw new XmlError('root', `the root element must be ${roots.join(' or ')}`, {
          path: `/${node.local}`,
          expected: roots[0],
        });
      }
      return new Decoder(plans).element(root, node, `/${node.local}`) as T;
    },
    encode(value) {
      try {
        return `<?xml version="1.0" encoding="UTF-8"?>${new Encoder(plans).element(root, value, `/${root.name.local}`)}`;
      } catch (error) {
        if (error instanceof RangeError) throw new XmlError('limit', 'the value is too deep, too long or holds itself');
        throw error;
      }
    },
  };
}
