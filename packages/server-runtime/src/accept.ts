import { generalisations, inRange } from './media-type.ts';

/** A media type on offer, with everything a client may call it. */
export interface Offer {
  names: readonly string[];
}

export const offer = (mediaType: string, aliases: readonly string[] = []): Offer => ({
  names: [mediaType, ...generalisations(mediaType), ...aliases],
});

/**
 * Index of the best offer for an Accept header (RFC 9110 section 12.5.1), -1 when none is acceptable.
 * A missing or empty header takes anything. Among equal weights the more specific range wins, then the order of offers.
 */
export function negotiate(accept: string | undefined, offers: readonly Offer[]): number {
  if (accept === undefined || accept === '*/*' || accept.trim() === '') return 0;
  if (accept === offers[0]?.names[0]) return 0;
  const ranges = parseAccept(accept);
  let best = -1;
  let bestRank = 0;
  for (let i = 0; i < offers.length; i++) {
    const rank = rankOf(offers[i] as Offer, ranges);
    if (rank > bestRank) {
      best = i;
      bestRank = rank;
    }
  }
  return best;
}

/** Whether an Accept header takes a media type; for answers of any type, which the stub lets through. */
export const accepts = (accept: string | undefined, mediaType: string): boolean =>
  negotiate(accept, [offer(mediaType)]) === 0;

const remembered = 32;

/** `negotiate` for offers that stay the same; it remembers the headers that clients really send. */
export function negotiator(offers: readonly Offer[]): (accept: string | undefined) => number {
  const known = new Map<string, number>();
  return (accept) => {
    if (accept === undefined) return 0;
    const before = known.get(accept);
    if (before !== undefined) return before;
    const best = negotiate(accept, offers);
    if (known.size < remembered && accept.length < 200) known.set(accept, best);
    return best;
  };
}

interface Range {
  type: string;
  /** Thousandths, 0 to 1000. */
  weight: number;
}

function parseAccept(header: string): Range[] {
  const ranges: Range[] = [];
  for (const part of header.split(',')) {
    const [first = '', ...parameters] = part.split(';');
    const type = first.trim().toLowerCase();
    if (type === '') continue;
    let weight = 1000;
    for (const parameter of parameters) {
      const match = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameter);
      if (match) weight = Math.min(1000, Math.round(Number(match[1]) * 1000));
    }
    ranges.push({ type: type === '*' ? '*/*' : type, weight });
  }
  return ranges;
}

/** Weight of the most specific range that takes the offer, then how specific it is; 0 when it is refused. */
function rankOf(offered: Offer, ranges: readonly Range[]): number {
  let specific = 0;
  let weight = 0;
  for (const range of ranges) {
    const level = specificity(offered, range.type);
    if (level > specific) {
      specific = level;
      weight = range.weight;
    }
  }
  return weight === 0 ? 0 : weight * 10 + specific;
}

/** 4 the type itself, 3 another name of it, 2 `text/*`, 1 any, 0 not meant. */
function specificity({ names }: Offer, range: string): number {
  if (range === '*/*') return 1;
  if (range === names[0]) return 4;
  for (const name of names) {
    if (name === range || inRange(range, name)) return 3;
    if (inRange(name, range)) return 2;
  }
  return 0;
}
