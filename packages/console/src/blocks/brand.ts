import { attributeOf, type Element, isSelfClosed, readElements } from './elements.ts';

/** Reports whether attributes are those of a brand, by the class that marks them. */
const isBrand = ({ name, children }: Element): boolean =>
  name === 'mj-attributes' &&
  children.some((child) => child.name === 'mj-class' && attributeOf(child, 'name')?.value === 'brand');

/**
 * Puts the attributes of a brand at the end of the head of MJML, where they go before those of others, in place of the ones that
 * are there; none if `brand` is empty. The rest stays as it is, byte for byte. Returns `undefined` if the source is no MJML.
 */
export function withBrand(source: string, brand: string): string | undefined {
  const root = readElements(source)?.find(({ name }) => name === 'mjml');
  const body = root?.children.find(({ name }) => name === 'mj-body');
  if (root === undefined || body === undefined) return undefined;
  const heads = root.children.filter(({ name }) => name === 'mj-head');
  const former = heads.flatMap(({ children }) => children).find(isBrand);
  const bare = former === undefined ? source : withoutElement(source, former);
  if (brand === '') return bare;
  if (former !== undefined) return withBrand(bare, brand);
  const head = heads.at(-1);
  if (head === undefined || isSelfClosed(head)) {
    const [at, end] = head === undefined ? [body.start, body.start] : [head.start, head.end];
    const line = lineBefore(source, at);
    const element = `<mj-head>${indented(brand, `${line || '\n'}  `)}${line || '\n'}</mj-head>`;
    return source.slice(0, at) + element + (head === undefined ? line : '') + source.slice(end);
  }
  const last = head.children.at(-1);
  const line = last === undefined ? `${lineBefore(source, head.start)}  ` : lineBefore(source, last.start);
  const at = last?.end ?? head.tagEnd;
  return source.slice(0, at) + indented(brand, line || '\n') + source.slice(at);
}

const withoutElement = (source: string, { start, end }: Element): string =>
  source.slice(0, start - /\s*$/.exec(source.slice(0, start))![0].length) + source.slice(end);

/** The line break and the indentation before an index; empty if there is something else in the line. */
const lineBefore = (source: string, index: number): string => /\r?\n[ \t]*$/.exec(source.slice(0, index))?.[0] ?? '';

const indented = (text: string, line: string): string => line + text.replaceAll('\n', line);
