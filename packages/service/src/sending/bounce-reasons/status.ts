/** Statuses that say that the mailbox does not exist, or never will again; others of class 5 are about one mail. */
const deadMailbox = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.10', '5.2.1', '5.4.4']);

/** Reports whether a bounce counts as hard: there is nobody at this address. */
export function isHard(status: string): boolean {
  return deadMailbox.has(status);
}
