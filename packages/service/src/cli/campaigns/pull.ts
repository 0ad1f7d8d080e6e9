import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { CampaignAccount } from './account.ts';
import type { Listed } from './kinds/kind.ts';
import { type ContentPart, contentFiles, identities, keyOf, type Properties, type Section, sections } from './model.ts';
import { referencesOf } from './references.ts';
import { variableFor } from './variables.ts';

/** A file of the directory, or a line for the person. */
interface Pulled {
  files: Map<string, string>;
  /** How many things of each section. */
  counts: Map<Section, number>;
  /** Variables that stand for what may be secret, and what is left out. */
  notes: string[];
}

/** Values that say nothing in a file. */
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
const nullSaysMore = 'again_after_days';
const endings: Record<ContentPart, string> = { html: '.html', text: '.txt', mjml: '.mjml', amp: '.amp.html' };

/** Reads an account as files. Mailings of which nothing more comes are left out, unless something refers to them. */
export async function pullCampaigns(account: CampaignAccount): Promise<Pulled> {
  const pulled: Pulled = { files: new Map(), counts: new Map(), notes: [] };
  const used = new Set<string>();
  // Mailings come last, because the others tell which past ones are still referred to.
  const order: Section[] = [...sections.filter((section) => section !== 'mailings'), 'mailings'];
  for (const section of order) {
    const items: Properties[] = [];
    for (const [index, listed] of distinct(section, account, pulled.notes).entries()) {
      if (listed.isPast && !used.has(keyOf(listed.name))) continue;
      const read = await account.read(section, listed);
      const kept = Object.entries(read).filter(([key, value]) => !isEmpty(value) || key === nullSaysMore);
      const properties = tidied(section, Object.fromEntries(kept));
      for (const { section: referred, name } of referencesOf({
        ...{ section, name: listed.name, properties, files: {} },
        locate: () => '',
      }))
        if (referred === 'mailings') used.add(keyOf(name));
      const item = { [identities[section]]: listed.name, ...properties };
      items.push(section === 'webhooks' ? withVariables(item, index + 1, pulled.notes) : item);
    }
    if (items.length === 0) continue;
    const withPaths = items.map((item) => moveContents(section, item, pulled.files));
    pulled.files.set(
      `${section}.yaml`,
      stringify({ [section]: withPaths }, { lineWidth: 0, aliasDuplicateObjects: false }),
    );
    pulled.counts.set(section, items.length);
  }
  return pulled;
}

/** Files refer to things by their names, so that of several with one name none can be meant. */
function distinct(section: Section, account: CampaignAccount, notes: string[]): Listed[] {
  const all = account.list(section);
  const twice = new Set(all.map(({ name }) => keyOf(name)).filter((name, index, names) => names.indexOf(name) < index));
  const shown = section === 'webhooks' ? [] : twice;
  for (const name of shown) notes.push(`Left out, because several ${section} have the name: ${name}`);
  if (section === 'webhooks' && twice.size > 0) notes.push('Left out: webhooks with the same address');
  return all.filter(({ name }) => !twice.has(keyOf(name)));
}

/** Leaves out what is so without being said. */
function tidied(section: Section, { ...properties }: Properties): Properties {
  if (section !== 'mailings' && section !== 'segments') return properties;
  if (properties.type === 'regular') delete properties.type;
  if (section === 'mailings') return properties;
  if (properties.rules_only === false) delete properties.rules_only;
  if (properties.match === 'all') delete properties.match;
  return tidiedRules(properties) as Properties;
}

/** The type of a field is its own affair, and fields are standard ones unless said otherwise. */
function tidiedRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidiedRules);
  if (typeof value !== 'object' || value === null) return value;
  const isRule = 'operator' in value;
  const kept = Object.entries(value).filter(
    ([key, part]) => !(isRule && (key === 'type' || (key === 'is_customfield' && part === false))),
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, tidiedRules(part)]));
}

/** Writes variables in place of what may be secret: texts that are posted, and addresses with parameters. */
function withVariables(item: Properties, number: number, notes: string[]): Properties {
  const stand = (part: string) => {
    const name = variableFor(number, part);
    notes.push(`Set the variable ${name} before you plan: the value may be secret and is in no file`);
    return `\${${name}}`;
  };
  const url = new URL(String(item.url));
  const isPlain = url.search === '' && url.username === '' && url.password === '';
  const { urlParams } = item as { urlParams?: { name: string; custom_value?: string }[] };
  const params = urlParams?.map((each) =>
    typeof each.custom_value === 'string' ? { ...each, custom_value: stand(each.name) } : each,
  );
  return { ...item, url: isPlain ? item.url : stand('URL'), ...(params && { urlParams: params }) };
}

/** Moves texts of mailings and templates into files of their own. */
function moveContents(section: Section, { ...item }: Properties, files: Map<string, string>): Properties {
  if (section !== 'mailings' && section !== 'templates') return item;
  const base = `${section}/${section === 'templates' ? String(item.path).replace(/\.(?:html?|mjml)$/i, '') : slugOf(String(item.name))}`;
  for (const part of Object.keys(contentFiles) as ContentPart[]) {
    if (typeof item[part] !== 'string') continue;
    const path = freePath(base, endings[part], files);
    files.set(path, item[part]);
    item[part] = path;
  }
  return item;
}

/** File systems take some names for the same that are not. */
function freePath(base: string, ending: string, files: ReadonlyMap<string, string>): string {
  const taken = new Set(Array.from(files.keys(), (path) => path.toLowerCase()));
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}${ending}`;
    if (!taken.has(path.toLowerCase())) return path;
  }
}

const longestSlug = 60;

/** A name as a part of a path: letters of all languages, digits and hyphens. */
export function slugOf(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, longestSlug).join('');
  return slug === '' ? 'unnamed' : slug;
}

/** Writes files into a directory that is empty or not there yet. @throws Error if something is in it */
export function writeFiles(root: string, files: ReadonlyMap<string, string>): void {
  const there = statSync(root, { throwIfNoEntry: false });
  if (there && (!there.isDirectory() || readdirSync(root).some((name) => !name.startsWith('.'))))
    throw new Error(`${root} is not empty; give a new directory, and compare the two`);
  for (const [path, content] of files) {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content, { flag: 'wx' });
  }
}
