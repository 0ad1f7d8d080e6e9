import { DescriptionError } from '../common/errors.ts';
import type { OpenApiDocument, Paging } from './model.ts';
import { joinPointer, type Located } from './pointer.ts';

const MEMBERS = ['size', 'index', 'total', 'pages'] as const;

/**
 * How an operation answers pages; undefined when it does not.
 * @throws DescriptionError when neither it nor the whole description says which parameters and headers these have
 */
export function pagingOf(document: OpenApiDocument, { node, pointer }: Located): Paging | undefined {
  if (!node['x-paging']) return undefined;
  const paging: Paging = { ...document['x-paging'], ...node['x-paging'] };
  const missing = MEMBERS.filter((member) => typeof paging[member] !== 'string');
  if (missing.length === 0) return paging;
  const message = `x-paging lacks ${missing.join(', ')}, here and at the root of the description`;
  throw new DescriptionError([{ pointer: joinPointer(pointer, 'x-paging'), message }]);
}
