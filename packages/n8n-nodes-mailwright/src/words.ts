/** `contactFilterId`, `page_size` -> `Contact Filter ID`, `Page Size`, as n8n names its fields. */
export const words = (name: string): string =>
  name
    .replaceAll(/[_-]+/g, ' ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(' ')
    .map((word) =>
      /^(id|url|html|xml|json|csv)s?$/i.test(word) ? acronym(word) : word[0]!.toUpperCase() + word.slice(1),
    )
    .join(' ');

const acronym = (word: string) => word.replace(/^[a-z]+?(?=s?$)/i, (letters) => letters.toUpperCase());
