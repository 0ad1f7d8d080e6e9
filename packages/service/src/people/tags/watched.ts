import type { Db } from '../../platform/database/schema.ts';
import { noteWatched, type Watch, type WatchRule } from '../../platform/events/watch.ts';

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A contact that is there got a tag. */
    tag_added: { tag: string };
    /** A tag was taken from a contact. */
    tag_removed: { tag: string };
  }
}

type TagKind = 'tag_added' | 'tag_removed';

/** The tags of a contact before and after a change. */
export interface TagChange {
  id: number;
  before: readonly string[];
  after: readonly string[];
}

export const tagKinds: readonly TagKind[] = ['tag_added', 'tag_removed'];

/** Reports whether the change is what a rule watches for; the case of tags does not matter. */
export function isWatchedTagChange({ kind, tag }: WatchRule<TagKind>, { before, after }: TagChange): boolean {
  const has = (tags: readonly string[]) => tags.some((each) => fold(each) === fold(tag));
  return kind === 'tag_added' ? !has(before) && has(after) : has(before) && !has(after);
}

const fold = (tag: string) => tag.normalize('NFC').toLowerCase();

/** Notes which contacts have got or lost tags that are watched for. */
export const noteTagChanges = (
  db: Db,
  accountId: number,
  watches: readonly Watch<TagKind>[],
  changes: readonly TagChange[],
): Promise<void> =>
  noteWatched(db, accountId, watches, (rule) =>
    changes.flatMap((change) => (isWatchedTagChange(rule, change) ? change.id : [])),
  );
