import { pascalCase, valueName } from '../common/names.ts';

/**
 * The name of an operation in code: its operationId made an identifier; without one, method and path:
 * `GET /people/{id}/name` -> `getPeopleByIdName`. The name depends on nothing else, so it is stable.
 */
export function operationName(method: string, path: string, operationId?: string): string {
  if (operationId) return valueName(operationId);
  const parts = path
    .split('/')
    .map((segment) => segment.replace(/\{([^}]*)\}/g, (_, name: string) => ` By ${pascalCase(name)} `));
  return valueName(method.toLowerCase() + pascalCase(parts.join(' ')));
}
