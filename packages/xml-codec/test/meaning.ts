import { SaxesParser } from 'saxes';

/** Content of an element, independent of its spelling: expanded names, attributes by name, text, children. */
interface Meaning {
  name: string;
  attributes: Record<string, string>;
  text: string;
  /** By name, since JSON Schema knows no order of properties; those of one name in order. */
  children: Meaning[];
}

/**
 * A document without what makes no difference: prefixes, declarations, quotes, comments, white space between elements, the
 * forms of an empty element and of a reference (compare Canonical XML 1.1).
 */
export function meaning(xml: string): Meaning {
  const parser = new SaxesParser({ xmlns: true });
  const top: Meaning = { name: '', attributes: {}, text: '', children: [] };
  const open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own = Object.values(attributes).filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns');
    const pairs = own.map((each): [string, string] => [`{${each.uri}}${each.local}`, each.value]).sort();
    const element = { name: `{${uri}}${local}`, attributes: Object.fromEntries(pairs), text: '', children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  const text = (part: string) => {
    open.at(-1)!.text += part;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    const element = open.pop()!;
    if (element.children.length === 0) return;
    if (element.text.trim() === '') element.text = '';
    element.children.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  });
  parser.write(xml).close();
  return top.children[0]!;
}
