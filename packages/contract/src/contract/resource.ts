import type { Response } from '@mailwright/codegen/description';
import type { IHttpOperation } from '@stoplight/types';

/** An operation as Prism sees it. Not in its words, for declarations that are published do not know Prism. */
export type Resource = IHttpOperation<false>;

/** A response as Prism sees it, with the status in place of the class that stands for it. */
export function describedResponse(
  { responses }: Resource,
  { status, class: name = String(status) }: Response,
): Resource['responses'][number] | undefined {
  const found = responses.find(({ code }) => code.toUpperCase() === name.toUpperCase());
  return found && { ...found, code: String(status) };
}
