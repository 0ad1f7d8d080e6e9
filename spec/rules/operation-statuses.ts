import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { addressOf, bodiesOf, follow, here, parametersOf, successBodies, type Yaml } from './reading.ts';

/** Every operation lists each status that it can answer. */
export const operationStatuses: Oas3Rule = () => ({
  Operation(operation, context) {
    const parameters = parametersOf(context, operation);
    const bodies = bodiesOf(context, operation.requestBody, here(context, operation).file);
    const anyBody = bodies.some(({ mediaType }) => mediaType === '*/*');
    const rows: [status: string, belongs: boolean, why: string][] = [
      ['400', parameters.length > 0 || (bodies.length > 0 && !anyBody), 'parameters or a body'],
      ['401', true, 'authentication'],
      ['403', true, 'rights'],
      ['404', namesResource(operation, parameters, context), 'a resource in the path'],
      ['406', successBodies(context, operation).some(({ mediaType }) => mediaType !== '*/*'), 'success content'],
      ['413', bodies.length > 0, 'a request body'],
      ['415', bodies.length > 0 && !anyBody, 'a request body of certain media types'],
    ];
    const listed = Object.keys(operation.responses ?? {});
    const location = context.location.child(['responses']);
    for (const [status, belongs, why] of rows) {
      const lists = listed.includes(status);
      if (belongs && !lists)
        context.report({ message: `Status ${status} is missing; the operation has ${why}.`, location });
      if (!belongs && lists && status !== '404') {
        context.report({ message: `Status ${status} makes no sense; the operation has not ${why}.`, location });
      }
    }
  },
});

/**
 * A text at the end of the path names nothing that must exist when the operation creates it or lists what fits it; nor
 * does a text before the name of a thing that a PUT creates.
 */
function namesResource(operation: Yaml, parameters: Yaml[], context: UserContext): boolean {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  if (inPath.length !== 1) return inPath.length > 0;
  const [parameter] = inPath;
  const { file } = here(context, operation);
  const { method, path } = addressOf(context);
  const ending = path.endsWith(`{${parameter.name}}`);
  const creates = '201' in operation.responses;
  const text = follow(context, parameter.schema, file).node?.type === 'string';
  const lists = successBodies(context, operation).some(
    (body) => follow(context, body.schema, body.file).node?.type === 'array',
  );
  return !(text && (ending ? creates || lists : creates && method === 'put'));
}
