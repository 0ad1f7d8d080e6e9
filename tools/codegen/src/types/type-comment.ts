import type { JsonSchema } from '../model/model.ts';

/** The comment of a member, from what its schema, parameter or response says of it; empty where that is nothing. */
export function commentOf(node: unknown): string {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return '';
  const lines = linesOf(node as JsonSchema).map((line) => line.trim().replaceAll(/\r?\n/g, '\n *     '));
  if (lines.length === 0) return '';
  const isShort = lines.length === 1 && !lines[0]!.includes('\n');
  const text = isShort ? `* ${lines[0]} ` : `*\n * ${lines.join('\n * ')}\n `;
  return `/*${text.replaceAll('*/', '*\\/')}*/\n`;
}

function linesOf(node: JsonSchema): string[] {
  const { title, summary, format, deprecated, examples, enum: values, type } = node;
  const tagged = (tag: string, value: unknown) =>
    `@${tag} ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`;
  return [
    ...[title, summary].filter((text) => typeof text === 'string' && text !== ''),
    ...(typeof format === 'string' ? [`Format: ${format}`] : []),
    ...(deprecated === true ? ['@deprecated'] : []),
    ...(node.description ? [tagged('description', node.description)] : []),
    ...['default', 'example'].flatMap((tag) => (node[tag] === undefined ? [] : [tagged(tag, node[tag])])),
    ...(Array.isArray(examples) ? examples.map((example) => tagged('example', example)) : []),
    ...('const' in node ? ['@constant'] : []),
    ...(values ? [`@enum {${[type ?? 'unknown'].flat().join('|')}}`] : []),
  ];
}
