import type { Content } from '@mailwright/codegen/description';
import { generalName, isInRange } from '../judge/document.ts';

/** The first content that an Accept header allows (RFC 9110 section 12.5.1); without the header the first of all. */
export function acceptable(contents: Content[], accept: string | undefined): Content | undefined {
  if (accept === undefined || accept.trim() === '') return contents[0];
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { type } of ranges) {
    const found = contents.find(({ mediaType }) =>
      [mediaType, generalName(mediaType)].some((name) => name && isInRange(name, type)),
    );
    if (found) return found;
  }
  return undefined;
}
