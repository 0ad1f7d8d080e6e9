import type { Oas3Rule } from '@redocly/openapi-core';
import { addressOf, type Yaml } from './reading.ts';

/** Every operation says which right it needs, whether it may be repeated, and how long it may take. */
export const operationPolicy: Oas3Rule = () => ({
  Operation(operation: Yaml, context) {
    const { method } = addressOf(context);
    const timeout = operation['x-timeout'];
    if (operation['x-right'] !== method) {
      report('x-right', `the method, \`${method}\``);
    }
    if (!['send', 'administer', undefined].includes(operation['x-privilege'])) {
      report('x-privilege', 'one of send, administer');
    }
    if (!['safe', 'idempotent', 'never'].includes(operation['x-retry'])) {
      report('x-retry', 'one of safe, idempotent, never');
    }
    if (!Number.isInteger(timeout) || timeout < 1 || timeout > 600) {
      report('x-timeout', 'a number of seconds from 1 to 600');
    }
    const changes = method !== 'get';
    const sends = changes && method !== 'delete' && operation['x-privilege'] === 'send';
    if (sends ? operation['x-confirm'] !== true : ![undefined, changes].includes(operation['x-confirm'])) {
      report(
        'x-confirm',
        sends
          ? '`true`: a mail that was sent cannot be taken back (rule 24 of docs/rules.md)'
          : 'absent, or `true` at a change',
      );
    }

    function report(key: string, wanted: string) {
      const message = `${key} is \`${operation[key] ?? 'absent'}\`, not ${wanted}.`;
      context.report({ message, location: context.location.child([key]) });
    }
  },
});
