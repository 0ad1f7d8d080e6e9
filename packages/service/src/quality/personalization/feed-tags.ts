import { type Dispatching, findDispatching, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { isFeedField } from '../../templates/index.ts';
import type { PlacedTag } from './tags.ts';

/** Outside of rss blocks, a run upon a feed fills the tags of what mail programs show before a mail is opened. */
const isOfHead = ({ content, ...tag }: PlacedTag) => content !== 'html' && content !== 'text' && isFeedField(tag);

/**
 * The tags but for those that the runs of the mailing fill from its feed.
 * @param dispatching what it is about to be sent upon; by default what is stored
 */
export async function withoutFeedTags(
  db: Db,
  mailing: Mailing,
  tags: readonly PlacedTag[],
  dispatching?: Pick<Dispatching, 'target'>,
): Promise<PlacedTag[]> {
  const isUponFeed = tags.some(isOfHead) && (dispatching ?? (await findDispatching(db, mailing)))?.target === 'RSS';
  return tags.filter((tag) => !(isUponFeed && isOfHead(tag)));
}
