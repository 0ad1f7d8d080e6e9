import type { ApiModel, Operation } from '@mailwright/codegen';

/** A tag of the description. */
export interface Tag {
  title: string;
  description: string;
  /** Path of its page within the site, without ending. */
  address: string;
  operations: { operation: Operation; address: string }[];
}

/** Tags under a common heading, with their operations; from `x-tagGroups` of the description. */
export interface Topic {
  title: string;
  tags: Tag[];
}

/** @param room folder of the pages within the site */
export function topicsOf({ document, operations }: ApiModel, room = 'reference'): Topic[] {
  const groups: { name: string; tags: string[] }[] = document['x-tagGroups'] ?? [];
  const descriptions = new Map<string, string>(
    document.tags.map(({ name, description }: Record<string, string>) => [name, description]),
  );
  return groups.map(({ name, tags }) => ({
    title: name,
    tags: tags.map((title) => ({
      title,
      description: descriptions.get(title) ?? '',
      address: `${room}/${slug(title)}`,
      operations: operations
        .filter(({ groupTitle }) => groupTitle === title)
        .map((operation) => ({ operation, address: `${room}/${slug(title)}/${operation.id}` })),
    })),
  }));
}

/** The name of a tag in addresses. */
const slug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
