import type { GuideGroup } from '../guides.ts';
import type { Tag, Topic } from '../topics.ts';
import type { Link, Site } from './site.ts';

/** The lists of contents beside guides and beside pages of the reference. */
export function toNavigation(
  topics: Topic[],
  administration: Topic[],
  groups: GuideGroup[],
  hasChanges: boolean,
): Site['navigation'] {
  const reference: Link[] = [
    { path: 'reference/index', title: 'All operations' },
    { path: 'reference/errors', title: 'Error messages' },
    ...(hasChanges ? [{ path: 'reference/changes', title: 'Changes of the API' }] : []),
  ];
  return {
    guides: groups.map(({ title, guides }) => ({
      title,
      links: guides.map(({ name, title }) => ({ path: `guides/${name}`, title })),
    })),
    reference: [
      { title: 'Reference', links: reference },
      ...topics.map(({ title, tags }) => ({ title, links: tags.map(toLink) })),
      {
        title: 'Administration',
        links: [
          { path: 'administration/index', title: 'All of its operations' },
          ...administration.flatMap(({ tags }) => tags.map(({ title, address }) => ({ path: address, title }))),
        ],
      },
    ],
  };
}

function toLink({ title, address, operations }: Tag): Link {
  const links = operations.map(({ operation, address }) => ({
    path: address,
    title: operation.summary ?? operation.id,
  }));
  return { path: address, title, links };
}
