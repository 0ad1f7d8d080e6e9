import type { Oas3Rule } from '@redocly/openapi-core';
import { follow, here, isXml, parametersOf, successBodies, type Yaml } from './reading.ts';

const parameterNames = ['page_size', 'page_index'];
const headerNames = ['Link', 'X-Items', 'X-Pages'];

/** Paging is declared whole: x-paging with the true path of the items, both parameters, all three headers. */
export const operationPaging: Oas3Rule = () => ({
  Operation(operation: Yaml, context) {
    const names = parametersOf(context, operation).map((parameter) => parameter.name);
    const { file } = here(context, operation);
    const headers = Object.keys(follow(context, operation.responses?.['200'], file).node?.headers ?? {});
    const traces = [
      ...names.filter((name) => parameterNames.includes(name)),
      ...headers.filter((name) => headerNames.includes(name)),
    ];
    const paging = operation['x-paging'];
    if (!paging && traces.length === 0) return;

    const { location, report } = context;
    if (!paging) report({ message: `x-paging is missing; the operation has ${traces.join(', ')}.`, location });
    for (const name of parameterNames) {
      if (!names.includes(name))
        report({ message: `The operation is paged and lacks the parameter ${name}.`, location });
    }
    for (const name of headerNames) {
      if (!headers.includes(name))
        report({ message: `The operation is paged and its 200 lacks the header ${name}.`, location });
    }
    const wanted = itemsPath();
    if (paging && paging.items !== wanted) {
      report({
        message: `x-paging says \`${paging.items}\`, the document has \`${wanted}\`.`,
        location: location.child(['x-paging']),
      });
    }

    function itemsPath(): string {
      const body = successBodies(context, operation).find(({ mediaType }) => isXml(mediaType));
      // The items of a JSON list are those of the document itself (RFC 6901).
      if (!body) return '';
      const list = follow(context, body.schema, body.file);
      const item = follow(context, list.node?.items, list.file).node;
      return `/${list.node?.xml?.name}/${item?.xml?.name}`;
    }
  },
});
