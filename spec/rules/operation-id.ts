import type { Oas3Rule } from '@redocly/openapi-core';

const verbs = (
  'activate add cancel close copy count create decide delete disable enable fill find get give invite list lock pause ping prove refresh release ' +
  'remove rename replay request resend reset restore resume retry revoke rotate send set start stop synchronize test unlock unsubscribe update withdraw'
).split(' ');

/** An operationId is a known verb and what it acts on, in camelCase. */
export const operationId: Oas3Rule = () => ({
  Operation(operation, { report, location }) {
    const id = operation.operationId ?? '';
    const verb = id.match(/^[a-z]+/)?.[0] ?? '';
    const place = location.child(['operationId']);
    if (!/^[a-z]+([A-Z][a-z0-9]*)+$/.test(id)) {
      report({ message: `operationId \`${id}\` is not a verb and a noun in camelCase.`, location: place });
    } else if (!verbs.includes(verb)) {
      report({
        message: `operationId \`${id}\` begins with \`${verb}\`, which is none of: ${verbs.join(', ')}.`,
        location: place,
      });
    }
  },
});
