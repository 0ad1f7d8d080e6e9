import { type Parts, turns } from '@mailwright/server-runtime';
import { accountInCharge } from '../turns/on-behalf.ts';

const itemsAtOnce = 100;

/** Calls `work` for each item, in turns with the work of other accounts: a request may have 300,000 items. */
export async function inSlices<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  await turns.run(accountInCharge(), slices(items, work));
}

function* slices<Item>(items: readonly Item[], work: (item: Item) => void): Parts<void> {
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    if (start > 0) yield;
    const end = Math.min(start + itemsAtOnce, items.length);
    for (let at = start; at < end; at++) work(items[at]!);
  }
}
