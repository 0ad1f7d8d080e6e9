import { decodeJson, encodeJson } from './body-codec.ts';
import type { Middleware } from './middleware.ts';
import type { AnswerContent, Operation, Responses } from './operation.ts';
import { accepted } from './request-headers.ts';

/**
 * Middleware that sends and asks for JSON instead of XML, in the media type that the service has for this. Inputs and
 * results stay the same, because both encodings have the same values.
 */
export function jsonBodies(type: string): Middleware {
  const changed = new WeakMap<Operation, Operation>();
  return (request, next) => {
    const { operation, headers } = request;
    const own = changed.get(operation) ?? withJson(operation, type);
    changed.set(operation, own);
    if (headers.get('accept') === accepted(operation)) headers.set('accept', accepted(own));
    return next({ ...request, operation: own });
  };
}

function withJson(operation: Operation, type: string): Operation {
  const { bodies, responses } = operation;
  const answers = Object.entries<readonly AnswerContent[]>({ ...responses }).map(([status, contents]) => [
    status,
    replaced(contents, { type, decode: decodeJson }),
  ]);
  return {
    ...operation,
    ...(bodies && { bodies: replaced(bodies, { type, encode: encodeJson }) }),
    responses: Object.fromEntries(answers) as Responses,
  };
}

/** A content that is already JSON wins. */
function replaced<Content extends { readonly type: string }>(contents: readonly Content[], json: Content): Content[] {
  const rest = contents.filter((each) => !isXml(each));
  if (rest.length === contents.length) return [...contents];
  const { empty } = contents.find(isXml) as { empty?: true };
  return rest.some((each) => /[/+]json\b/.test(each.type)) ? rest : [{ ...json, ...(empty && { empty }) }, ...rest];
}

const isXml = ({ type }: { readonly type: string }): boolean => /[/+]xml\b/.test(type);
