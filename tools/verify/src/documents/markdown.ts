/** A link of a Markdown text: `page.md#section`. */
export interface Link {
  /** Path as written; empty for a section of the same page. */
  path: string;
  /** Name of the section, without `#`. */
  section?: string;
}

const withoutFences = (text: string) => text.replaceAll(/^ *(`{3,}).*?^ *\1`*$/gms, '');
const withoutCode = (text: string) => withoutFences(text).replaceAll(/`[^`\n]*`/g, '``');

/** Returns the links to files and sections of a Markdown text; addresses of the web and links in code are left out. */
export function linksOf(text: string): Link[] {
  const targets = Array.from(withoutCode(text).matchAll(/\]\(([^()\s]*)\)/g), ([, target]) => target!);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', section] = target.split('#');
      return { path, ...(section !== undefined && { section }) };
    });
}

/** Returns the headings of a level, 1 to 6, as they are written. */
export const headingsOf = (text: string, level: number): string[] =>
  Array.from(withoutFences(text).matchAll(/^(#{1,6}) +(.+?) *$/gm))
    .filter(([, marks]) => marks!.length === level)
    .map(([, , title]) => title!);

/** Returns the anchor that GitHub and the documentation site give to a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Returns the names of all sections of a page, repeated ones with the number that GitHub adds. */
export function sectionsOf(text: string): Set<string> {
  const found = new Map<string, number>();
  const names = Array.from(withoutFences(text).matchAll(/^#{1,6} +(.+?) *$/gm), ([, title]) => {
    const name = anchorOf(title!);
    const count = found.get(name) ?? 0;
    found.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
  return new Set(names);
}

/** Returns the paths of files and folders that a text names in code: words with a slash, without spaces and placeholders. */
export const pathsOf = (text: string): string[] =>
  Array.from(withoutFences(text).matchAll(/`([\w.][\w./-]*\/[\w./-]*)`/g), ([, path]) => path!);

/** Returns the items of all lists of a text, each on one line. */
export const itemsOf = (text: string): string[] =>
  Array.from(withoutFences(text).matchAll(/^- (.*(?:\n {2}.*)*)$/gm), ([, item]) => item!.replaceAll(/\n */g, ' '));
