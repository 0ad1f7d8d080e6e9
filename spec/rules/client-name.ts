import type { Oas3Rule } from '@redocly/openapi-core';
import type { Yaml } from './reading.ts';

/** The name of an operation in the client, camelCase and once in its group. */
export const clientName: Oas3Rule = () => {
  const owners = new Map<string, string>();
  return {
    Operation(operation: Yaml, { report, location }) {
      const name = operation['x-client-name'];
      if (!/^[a-z][a-zA-Z0-9]*$/.test(name ?? '')) {
        report({ message: `x-client-name \`${name ?? ''}\` is not a name in camelCase.`, location });
        return;
      }
      const group = operation.tags?.[0];
      const owner = owners.get(`${group} ${name}`);
      if (owner) {
        const message = `x-client-name \`${name}\` of \`${operation.operationId}\` is taken in the group ${group} by \`${owner}\`.`;
        report({ message, location: location.child(['x-client-name']) });
      }
      owners.set(`${group} ${name}`, operation.operationId);
    },
  };
};
