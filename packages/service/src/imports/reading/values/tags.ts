import { tagNames } from '../../../people/index.ts';

/** Signs around a tag of a list that others have written. */
const quoted = /^"(.*)"$/s;

/** Reads the tags of a cell, each once, with commas between them; some systems put each in quotes. Returns what is wrong in words. */
export function readTags(text: string): { tags: string[] } | { fault: string } {
  const tags = new Map<string, string>();
  for (const part of text.split(',')) {
    const name = tagNames.tagName(part.trim().replace(quoted, '$1'));
    if (name === '') continue;
    const fault = tagNames.tagFault(name);
    if (fault !== undefined) return { fault: `a tag ${fault}` };
    if (!tags.has(name.toLowerCase())) tags.set(name.toLowerCase(), name);
  }
  if (tags.size > tagNames.maxTags) return { fault: `a contact has at most ${tagNames.maxTags} tags` };
  return { tags: [...tags.values()] };
}
