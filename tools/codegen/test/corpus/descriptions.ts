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
  /** At most so many of each folder or file of the first level, and none that is larger than `LARGEST`. */
  ofPublisher?: number;
}

/** Length in characters from which a description takes as long as a hundred others. */
const LARGEST = 300_000;

const MENTIONS_XML = /[/+]xml\b/;

/** Finds the descriptions below a folder, in the order of their names. */
export async function descriptionsBelow(
  folder: string,
  { onlyXml = false, onlyJson = false, ofPublisher = Infinity }: Selection = {},
): Promise<Found[]> {
  const names = await readdir(folder, { recursive: true });
  const found: Found[] = [];
  const taken = new Map<string, number>();
  for (const name of names.filter((each) => (onlyJson ? /\.json$/ : /\.(json|ya?ml)$/).test(each)).sort()) {
    const [publisher = ''] = name.split(path.sep);
    const before = taken.get(publisher) ?? 0;
    if (before >= ofPublisher) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8').catch(() => '');
    const hasXml = MENTIONS_XML.test(text);
    if (ofPublisher < Infinity && text.length > LARGEST) continue;
    if (!/["']?(openapi|swagger)["']?\s*:/.test(text) || (onlyXml && !hasXml) || !isDescription(text)) continue;
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
