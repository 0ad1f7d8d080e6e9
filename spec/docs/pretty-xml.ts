const widest = 96;

/** An element with elements in it; anything else (text element, empty element, declaration) is a string. */
interface Branch {
  open: string;
  children: (Branch | string)[];
  close: string;
}

/**
 * A document without white space between its elements, as the codecs write it, with two spaces a level. Elements that
 * hold nothing but text stay on one line, and so do short ones below the root that hold only such elements.
 */
export function prettyXml(xml: string): string {
  const top: Branch = { open: '', children: [], close: '' };
  const stack = [top];
  for (const [token] of xml.matchAll(/<\?[^>]*\?>|<([^\s/>]+)[^>]*>(?:<!\[CDATA\[.*?\]\]>|[^<])*<\/\1>|<[^>]+>/gs)) {
    const parent = stack.at(-1)!;
    if (token.startsWith('</')) stack.pop()!.close = token;
    else if (/^<[^/?](?:[^>]*[^/>])?>$/.test(token)) {
      const branch = { open: token, children: [], close: '' };
      parent.children.push(branch);
      stack.push(branch);
    } else parent.children.push(token);
  }
  return top.children.flatMap((child) => lines(child, '')).join('\n');
}

function lines(node: Branch | string, indent: string): string[] {
  if (typeof node === 'string') return [indent + node];
  const { open, children, close } = node;
  const line = indent + open + children.join('') + close;
  const isShort = indent !== '' && line.length <= widest && children.every((child) => typeof child === 'string');
  if (isShort) return [line];
  return [indent + open, ...children.flatMap((child) => lines(child, `${indent}  `)), indent + close];
}
