import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';

/** A file that says of itself that it is a description. */
export interface Found {
  file: string;
  /** Whether it names an XML media type. */
  hasXml: boolean;
}

export interface Selection {
  onlyXml?: boolean;
  onlyJson?: boolean;
  /** At most so many of each folder or file of the first level, with XML and without, and none larger than `LARGEST`. */
  ofPublisher?: { xml: number; others: number };
}

/** Lengths in characters: a larger description takes as long as a hundred others. */
const LARGEST = { xml: 300_000, others: 20_000 };

const MENTIONS_XML = /[/+]xml\b/;

/** Finds the descriptions below a folder, in the order of their names. */
export async function descriptionsBelow(
  folder: string,
  { onlyXml = false, onlyJson = false, ofPublisher }: Selection = {},
): Promise<Found[]> {
  const names = await readdir(folder, { recursive: true });
  const found: Found[] = [];
  const taken = new Map<string, number>();
  for (const name of names.filter((each) => (onlyJson ? /\.json$/ : /\.(json|ya?ml)$/).test(each)).sort()) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8').catch(() => '');
    const hasXml = MENTIONS_XML.test(text);
    if (!/["']?(openapi|swagger)["']?\s*:/.test(text) || (onlyXml && !hasXml)) continue;
    const kind = hasXml ? 'xml' : 'others';
    const publisher = `${name.split(path.sep)[0]} ${kind}`;
    const before = taken.get(publisher) ?? 0;
    if (ofPublisher && (text.length > LARGEST[kind] || before >= ofPublisher[kind])) continue;
    if (!isDescription(text)) continue;
    taken.set(publisher, before + 1);
    found.push({ file, hasXml });
  }
  return found;
}

function isDescription(text: string): boolean {
  try {
    const { openapi, swagger, paths } = text.startsWith('{') ? JSON.parse(text) : parse(text, { logLevel: 'silent' });
    return /^[23]\./.test(String(openapi ?? swagger)) && typeof paths === 'object';
  } catch {
    return false;
  }
}
