import type { Preconditions } from '../preconditions/preconditions.ts';
import type { Resource } from './resources.ts';

/** Lines that say how each kind of thing is made and what its id feeds. */
export function explain(resources: readonly Resource[], { situations, operations, parameters }: Preconditions): string {
  const lines = resources.flatMap((resource) => {
    const { name, path, create, list, read, remove, changes, idInAnswer } = resource;
    const made = situations.has(name);
    const how = create
      ? `made by ${create.id}${idInAnswer ? `, id in ${idInAnswer.join('.') || 'the answer'}` : ', which does not tell its id'}`
      : situations.has(`existing ${name}`)
        ? 'no operation makes it, the first of the list is read'
        : 'no operation makes it';
    const rest = [
      ...(list ? [`listed by ${list.id}`] : []),
      ...(read ? [`read by ${read.id}`] : []),
      ...changes.filter((each) => each.path === path).map(({ id }) => `changed by ${id}`),
      remove ? `deleted by ${remove.id}` : 'no operation deletes it',
    ];
    const given = situations.get(name)?.given ?? [];
    return [
      `${name} (${path}): ${how}`,
      ...(given.length > 0 ? [`  takes ${given.join(', ')}`] : []),
      `  ${rest.join('; ')}`,
      ...(made ? [] : ['  changes of it are left out, unless --use-existing allows them']),
    ];
  });
  const fed = [...parameters].flatMap(([key, { value }]) => (value === undefined ? [] : [`${key} = ${value}`]));
  const ways = [...operations].flatMap(([id, { statuses = {} }]) =>
    Object.entries(statuses).map(
      ([status, each]) =>
        `${id} ${status}: ${[each]
          .flat()
          .map(({ about }) => about)
          .join(', ')}`,
    ),
  );
  return `${[...lines, '', 'Parameters:', ...fed, '', 'Ways to statuses:', ...ways].join('\n')}\n`;
}
