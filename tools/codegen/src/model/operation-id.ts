import { pascalCase, shortName, valueName } from '../common/names.ts';

/**
 * The name of an operation in code: its operationId made an identifier; without one, method and path:
 * `GET /people/{id}/name` -> `getPeopleByIdName`. The name depends on nothing else, so it is stable. A long one is shortened, as it names files.
 */
export function operationName(method: string, path: string, operationId?: string): string {
  if (operationId) return shortName(valueName(operationId));
  const parts = path
    .split('/')
    .map((segment) => segment.replace(/\{([^}]*)\}/g, (_, name: string) => ` By ${pascalCase(name)} `));
  return shortName(valueName(method.toLowerCase() + pascalCase(parts.join(' '))));
}
