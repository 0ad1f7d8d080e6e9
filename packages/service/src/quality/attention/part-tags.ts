import { findTags, type Tag, type TextContext } from '../../templates/index.ts';
import { imprint, type PartTags } from './compliance.ts';

const leadsOut = ({ namespace, field }: Tag) => namespace === 'LINK' && field === 'UNSUBSCRIBE';

/** Returns what the law asks of the tags of a template. */
export function partTags(template: string, context: TextContext): PartTags {
  const tags = findTags(template, context);
  return { leadOut: tags.some(leadsOut), nameImprint: tags.some(({ field }) => imprint.test(field)) };
}
