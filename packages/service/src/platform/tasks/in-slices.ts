import { setImmediate } from 'node:timers/promises';

const itemsAtOnce = 1000;

/** Calls `work` for each item, and lets others be answered after each thousand: a request may have 300,000 items. */
export async function inSlices<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    if (start > 0) await setImmediate();
    for (const item of items.slice(start, start + itemsAtOnce)) work(item);
  }
}
