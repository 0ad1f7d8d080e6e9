// biome-ignore lint/suspicious/noExplicitAny: each command of the protocol answers in another shape.
type Send = (method: string, params?: Record<string, unknown>) => Promise<any>;

export interface Measures {
  /** How wide the content is; more than the window has to be scrolled sideways. */
  contentWidth: number;
  /** Start tags and widths of the elements that exceed the right edge, in document order. */
  wide: { name: string; tag: string; width: number }[];
}

/** Rounding of layouts. */
const tolerance = 1;
const maxWide = 20;

/** How wide the page is at the present width, and what makes it so. */
export async function measurePage(send: Send, width: number): Promise<Measures> {
  const { cssContentSize } = await send('Page.getLayoutMetrics');
  const contentWidth = Math.ceil(cssContentSize.width);
  if (contentWidth <= width + tolerance) return { contentWidth: width, wide: [] };
  return { contentWidth, wide: readWide(await send('DOMSnapshot.captureSnapshot', { computedStyles: [] }), width) };
}

interface Snapshot {
  strings: string[];
  documents: {
    nodes: { nodeName: number[]; nodeType: number[]; parentIndex: number[]; attributes: number[][] };
    layout: { nodeIndex: number[]; bounds: [number, number, number, number][] };
  }[];
}

/** The outermost elements that stand out of the window, and all images that are wider than it. */
function readWide({ strings, documents }: Snapshot, width: number): Measures['wide'] {
  const { nodes, layout } = documents[0]!;
  const wide: Measures['wide'] = [];
  const outside = new Set<number>();
  for (const [index, node] of layout.nodeIndex.entries()) {
    const [left, , across] = layout.bounds[index]!;
    const name = strings[nodes.nodeName[node]!]!.toLowerCase();
    if (nodes.nodeType[node] !== elementNode || frame.has(name) || left + across <= width + tolerance) continue;
    const isInner = outside.has(nodes.parentIndex[node]!);
    outside.add(node);
    if (isInner && (name !== 'img' || across <= width + tolerance)) continue;
    const pairs = nodes.attributes[node]!.map((string) => strings[string]!);
    wide.push({ name, tag: startTag(name, pairs), width: Math.ceil(across) });
    if (wide.length === maxWide) break;
  }
  return wide;
}

const elementNode = 1;
const frame: ReadonlySet<string> = new Set(['html', 'body']);

/** `<img src="…" width="900">`; long values are cut. */
function startTag(name: string, pairs: readonly string[]): string {
  let tag = `<${name}`;
  for (let index = 0; index < pairs.length; index += 2) {
    const value = pairs[index + 1]!;
    tag += ` ${pairs[index]}="${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  }
  return `${tag}>`;
}
