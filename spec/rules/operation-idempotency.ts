import type { Oas3Rule } from '@redocly/openapi-core';
import { addressOf, follow, here, parametersOf, type Yaml } from './reading.ts';

const parameterName = 'Idempotency-Key';
const headerName = 'Idempotent-Replayed';

/** Every change can be named by an Idempotency-Key, and says so: the parameter, its statuses, the header of a replay. */
export const operationIdempotency: Oas3Rule = () => ({
  Operation(operation: Yaml, context) {
    const { method } = addressOf(context);
    const { file } = here(context, operation);
    const responses: [string, Yaml][] = Object.entries(operation.responses ?? {});
    const takesKey = parametersOf(context, operation).some(
      (parameter) => parameter.in === 'header' && parameter.name === parameterName,
    );
    const changes = ['post', 'put', 'delete', 'patch'].includes(method);
    const report = (message: string) => context.report({ message, location: context.location });

    if (!changes) {
      if (takesKey) report(`The operation changes nothing and must not take ${parameterName}.`);
      return;
    }
    if (!takesKey) report(`The operation changes something and lacks the header parameter ${parameterName}.`);
    for (const status of ['409', '422']) {
      if (!operation.responses?.[status]) report(`Status ${status} is missing; the operation takes ${parameterName}.`);
    }
    for (const [status, response] of responses.filter(([status]) => status.startsWith('2'))) {
      const { headers = {} } = follow(context, response, file).node;
      if (!(headerName in headers)) report(`Status ${status} lacks the header ${headerName}.`);
    }
  },
});
