/** Reads an error that the description does not have: JSON, a text, or XML by this reader. */
export function readUndescribed(text: string, type: string | null, readXml?: (xml: string) => unknown): unknown {
  const syntax = /[/+](json|xml|plain)/i.exec(type ?? '')?.[1];
  try {
    return syntax === 'json' ? JSON.parse(text) : syntax === 'xml' ? readXml?.(text) : syntax && text;
  } catch {
    return undefined;
  }
}

/** The texts of an XML document by the names of their elements; the first text of a name counts. */
export function xmlTexts(xml: string): Record<string, string> {
  const leaves = [...xml.matchAll(/<(?:[\w-]+:)?([\w-]+)(?:\s[^<>]*)?>([^<>]+)<\//g)].reverse();
  return Object.fromEntries(leaves.map(([, name, text]) => [name, text!.replace(/&(lt|gt|amp|#13);/g, character)]));
}

/** The character that a stub escapes. */
const character = (_: string, name: string): string =>
  name === 'lt' ? '<' : name === 'gt' ? '>' : name === 'amp' ? '&' : '\r';
