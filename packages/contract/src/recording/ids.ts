const NUMBER = /^-?\d+(\.\d+)?$/;
const HEX = /^(?=.*\d)[0-9a-f-]{8,}$/i;

/**
 * Reports whether a segment of a path or a name is data and not a word of the service: a number, a uuid, a mail address,
 * `cus_8f3k29`.
 */
export function looksLikeId(text: string): boolean {
  return NUMBER.test(text) || HEX.test(text) || text.includes('@') || (text.match(/\d/g)?.length ?? 0) >= 3;
}

/** Members that tell one thing of a kind from another, as they often stand in paths. */
const IDENTIFYING = /^(id|uuid|guid|slug|key|username|login|handle)$|(Id|_id|ID)$/;
const MOST = 10_000;

/** Adds the values of a body that may stand in paths. They are used to find parameters, and never written. */
export function addIds(ids: Set<string>, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    if (typeof each === 'object') addIds(ids, each);
    else if (ids.size < MOST && IDENTIFYING.test(name)) ids.add(String(each));
  }
}
