import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What requests may carry and no handler reads, each with its reason. */
export const readByNobody: Record<string, string> = {
  'createContactFilter.body.rules.type': 'the field has a type of its own; clients send along which one they expect',
  'createContactFilter.body.groups.rules.type': 'as above',
  'deleteAllContacts.authorized': 'the description allows "yes" alone',
  'pingPost.body': 'clients send any text, and it means nothing',
};

/** What came in the whole run and was read by nobody, such as `listContacts.updated_after`. */
export function unreadInputs(runDirectory: string): string[] {
  const directory = join(runDirectory, 'inputs');
  mkdirSync(directory, { recursive: true });
  const present = new Set<string>();
  const read = new Set<string>();
  for (const file of readdirSync(directory)) {
    const part = JSON.parse(readFileSync(join(directory, file), 'utf8')) as { present: string[]; read: string[] };
    for (const place of part.present) present.add(place);
    for (const place of part.read) read.add(place);
  }
  return [...present].filter((place) => !read.has(place)).sort();
}
