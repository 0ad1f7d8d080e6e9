import { mergeTraffic, type Recording, type Traffic } from './recording.ts';

/** Siblings that are answered alike are one parameter from this number on. */
const FEWEST_SIBLINGS = 3;

/** Joins what was seen at paths of the same operation, and leaves out what the service does not have. */
export function findOperations({ traffic, ids }: Pick<Recording, 'traffic' | 'ids'>): Traffic[] {
  const all = traffic();
  const siblings = alikeSiblings(all);
  const isParameter = (segments: Traffic['segments'], place: number) =>
    place > 0 && (ids.has(segments[place]!) || siblings.has(JSON.stringify(segments.slice(0, place + 1))));
  const joined = new Map<string, Traffic>();
  for (const each of all.filter(isThere)) {
    const segments = each.segments.map((segment, i) => (isParameter(each.segments, i) ? undefined : segment));
    join(joined, { ...each, segments });
  }
  // What was refused at a path of its own was an attempt at one that is there: /orders/abc at /orders/{orderId}.
  const operations = [...joined.values()];
  const known = operations.filter(({ accepted }) => accepted > 0);
  const attempts = [...operations.filter(({ accepted }) => accepted === 0), ...all.filter((each) => !isThere(each))];
  const unknown = attempts.filter((attempt) => {
    const meant = known.find((each) => each !== attempt && isMeant(each, attempt));
    if (meant) mergeTraffic(meant, attempt);
    return !meant && isThere(attempt);
  });
  return [...known, ...unknown].map(withoutWrongMethods);
}

function join(joined: Map<string, Traffic>, traffic: Traffic): void {
  const key = JSON.stringify([traffic.method, traffic.segments]);
  const there = joined.get(key);
  if (there) mergeTraffic(there, traffic);
  else joined.set(key, traffic);
}

/** A service answers with 404 and 405 where it has nothing. */
const isThere = ({ responses }: Traffic) => [...responses.keys()].some((status) => status !== 404 && status !== 405);

const isMeant = ({ method, segments }: Traffic, attempt: Traffic) =>
  method === attempt.method &&
  segments.length === attempt.segments.length &&
  segments.every((segment, i) => segment === undefined || segment === attempt.segments[i]);

function withoutWrongMethods(traffic: Traffic): Traffic {
  traffic.responses.delete(405);
  return traffic;
}

/** Starts of paths to things of one kind: `/users/ada`, `/users/bob`, `/users/eve` have the same members in their answers. */
function alikeSiblings(all: Traffic[]): Set<string> {
  const found = new Set<string>();
  const reads = all.filter(({ method, accepted }) => method === 'GET' && accepted > 0);
  const families = Map.groupBy(reads, ({ segments, responses }) => {
    const members = [...responses.values()].flatMap(({ contents }) =>
      [...contents.values()].flatMap(({ value, root }) => [...(value?.members ?? root?.children ?? []).keys()]),
    );
    return JSON.stringify([segments.slice(0, -1), members.toSorted()]);
  });
  for (const family of families.values()) {
    const hasMembers = [...families].some(([key, each]) => each === family && !key.endsWith(',[]]'));
    if (hasMembers && family.length >= FEWEST_SIBLINGS && family[0]!.segments.length > 1)
      for (const { segments } of family) found.add(JSON.stringify(segments));
  }
  return found;
}
