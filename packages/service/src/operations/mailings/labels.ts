import { foldText } from '../../platform/text/fold.ts';

/**
 * Splits the labels of a mailing, which the API calls tags, at each `#`. Leaves out empty and repeated ones.
 */
export function splitLabels(text: string): string[] {
  const labels = text.split('#').map((label) => label.trim());
  return [...new Set(labels)].filter((label) => label !== '');
}

export function joinLabels(labels: readonly string[]): string {
  return labels.join('#');
}

/** Returns the columns of a mailing's labels; keywords are compared with the folded ones. */
export function labelsChange(labels: string[]): { tags: string[]; tags_folded: string[] } {
  return { tags: labels, tags_folded: labels.map(foldText) };
}
