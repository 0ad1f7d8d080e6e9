import type { Operation } from '@mailwright/codegen/description';
import { InputError } from '../input-error.ts';

/** Selection of operations by their names or groups; `*` matches any letters. */
export interface Selection {
  only: readonly string[];
  skip: readonly string[];
}

/** The operations to try, those that delete last. @throws InputError for a name that means none, and when none is left */
export function selected(operations: readonly Operation[], { only, skip }: Selection): Operation[] {
  for (const name of [...only, ...skip]) {
    if (operations.some((operation) => means(name, operation))) continue;
    throw new InputError(`The description has no operation and no group ${name}.`);
  }
  const wanted = operations.filter(
    (operation) =>
      (only.length === 0 || only.some((name) => means(name, operation))) &&
      !skip.some((name) => means(name, operation)),
  );
  if (wanted.length === 0)
    throw new InputError(
      operations.length === 0
        ? 'There is nothing to test: the description has no operation that can be judged.'
        : 'There is nothing to test: --only and --skip leave no operation.',
    );
  const deletes = ({ method }: Operation) => method === 'DELETE';
  return [...wanted.filter((each) => !deletes(each)), ...wanted.filter(deletes)];
}

function means(name: string, { id, groupTitle }: Operation): boolean {
  const pattern = name
    .split('*')
    .map((part) => part.replace(/[^\w ]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`, 'i').test(id) || groupTitle.toLowerCase() === name.toLowerCase();
}
