import type { Oas3Rule } from '@redocly/openapi-core';
import type { Yaml } from './reading.ts';

/** Every tag stands in exactly one group of `x-tagGroups`, by which the docs are ordered. */
export const tagGroups: Oas3Rule = () => ({
  Root(root: Yaml, { report, location }) {
    const tags: string[] = (root.tags ?? []).map(({ name }: Yaml) => name);
    const grouped: string[] = (root['x-tagGroups'] ?? []).flatMap((group: Yaml) => group.tags);
    const place = location.child(['x-tagGroups']);
    for (const tag of tags) {
      const times = grouped.filter((name) => name === tag).length;
      if (times !== 1)
        report({ message: `The tag \`${tag}\` is in ${times} of x-tagGroups, not in one.`, location: place });
    }
    for (const name of grouped) {
      if (!tags.includes(name)) report({ message: `x-tagGroups names \`${name}\`, which is no tag.`, location: place });
    }
  },
});
