import { foldText } from '../platform/text/fold.ts';

/** The tags in a text that has them joined by `#`; those that are empty or there already are left out. */
export function splitTags(text: string): string[] {
  const tags = text.split('#').map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '');
}

export function joinTags(tags: readonly string[]): string {
  return tags.join('#');
}

/** The columns of a mailing's tags; keywords are compared with the folded ones. */
export function tagsChange(tags: string[]): { tags: string[]; tags_folded: string[] } {
  return { tags, tags_folded: tags.map(foldText) };
}
