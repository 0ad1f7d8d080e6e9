/** A JSON value as TypeScript, formatted as a person would: short ones on one line, keys bare where they can be. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const parts = (inner: string) =>
    isList
      ? value.map((item) => literal(item, inner))
      : Object.entries(value).map(([key, item]) => `${name(key)}: ${literal(item, inner)}`);
  const short = parts(indent);
  if (short.length === 0) return isList ? '[]' : '{}';
  const line = open + short.join(', ') + close;
  if (indent.length + line.length <= 76 && !line.includes('\n')) return line;
  const inner = `${indent}  `;
  return `${open.trim()}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join('')}${indent}${close.trim()}`;
}

const name = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key));

const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
