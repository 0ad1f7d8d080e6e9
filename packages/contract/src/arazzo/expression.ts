import { REFERENCE } from '../preconditions/fill.ts';
import type { ArazzoNode } from './node.ts';

/** Returns the template or value that an expression, without `{}`, stands for. @throws InputError naming the place */
export type Resolve = (expression: string, node: ArazzoNode) => unknown;

/** Where runtime expressions begin (Arazzo 1.0.1, "Runtime Expressions"); other texts with `$` are literals. */
const ROOT = String.raw`\$(?:url|method|statusCode|self|(?:request|response|inputs|outputs|steps|workflows|sourceDescriptions|components)\.)`;
const WHOLE = new RegExp(`^${ROOT}[^\\s{}]*$`);
const EMBEDDED = new RegExp(`\\{(${ROOT}[^{}]*)\\}`, 'g');

export const isExpression = (text: string): boolean => WHOLE.test(text);

/**
 * Translates a value of an Arazzo document into one of preconditions: `$steps.order.outputs.id` becomes `${order.id}`, and
 * `x-{$inputs.unique}` becomes `x-${unique}`.
 * @throws InputError for a text that has a reference of preconditions in it, which Arazzo does not know
 */
export function translate(node: ArazzoNode, resolve: Resolve): unknown {
  const { value } = node;
  if (Array.isArray(value)) return node.items().map((item) => translate(item, resolve));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(node.members().map(([key, member]) => [key, translate(member, resolve)]));
  if (typeof value !== 'string') return value;
  const own = value.match(REFERENCE)?.[0];
  if (own !== undefined)
    node.fail(`"${own}" would be a reference of the kit; write an expression such as {$inputs.name}`);
  if (isExpression(value)) return resolve(value, node);
  return value.replace(EMBEDDED, (_, expression: string) => String(resolve(expression, node)));
}
