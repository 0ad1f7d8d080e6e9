import { essenceOf, generalisations, hasParameters, inRange, parametersOf } from './media-type.ts';

/** A media type that a request accepts. */
export interface Accepted {
  mediaType: string;
  /** The name that it has in the request. */
  name?: string | undefined;
}

/** A media type on offer, with everything a client may call it. */
export interface Offer {
  names: readonly string[];
  /** Reports whether the response may repeat this name, because a client that sent it compares it exactly. */
  isNamed: (type: string) => boolean;
}

export function offer(
  mediaType: string,
  aliases: readonly string[] = [],
  otherNames: MediaTypeAliases = () => undefined,
): Offer {
  const general = generalisations(mediaType);
  return {
    names: [mediaType, ...general, ...aliases],
    // `application/problem+json` and its like have a meaning that the general name has not.
    isNamed: (type) =>
      type === mediaType || (mediaType.includes('/vnd.') && general.includes(type)) || otherNames(type) === mediaType,
  };
}

/** The media type of the description that another name stands for. */
export type MediaTypeAliases = (name: string) => string | undefined;

/** Aliases by media type; in each, `*` stands for letters and digits. */
export function mediaTypeAliases(patterns: Readonly<Record<string, readonly string[]>> = {}): MediaTypeAliases {
  const forms = Object.entries(patterns).flatMap(([mediaType, names]) =>
    names.map((name) => [mediaType, patternOf(name)] as const),
  );
  return (name) => forms.find(([, form]) => form.test(name))?.[0];
}

const patternOf = (name: string): RegExp =>
  new RegExp(`^${name.replace(/[.+]/g, '\\$&').replaceAll('*', '[a-z0-9]{1,64}')}$`);

/** An offer, and the name under which it was accepted if this is no other one than its own. */
export interface Choice {
  index: number;
  name?: string;
}

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

const remembered = 32;

/** The name by which a header asks for an offer, if it names it. */
export function acceptedName(accept: string | undefined, { isNamed }: Offer): string | undefined {
  if (accept === undefined || accept === '*/*') return undefined;
  return parseAccept(accept).find(({ type, weight }) => weight > 0 && isNamed(type))?.type;
}

/** Reports whether a header leaves the choice to the server. */
export const isOpen = (accept: string | undefined): boolean =>
  accept === undefined || parseAccept(accept).every(({ type, weight }) => type === '*/*' && weight > 0);

const first: Choice = { index: 0 };

/** `negotiate` for offers that stay the same; it remembers the headers that clients really send. */
export function negotiator(offers: readonly Offer[]): (accept: string | undefined) => Choice {
  const known = new Map<string, Choice>();
  return (accept) => {
    if (accept === undefined) return first;
    const before = known.get(accept);
    if (before !== undefined) return before;
    const index = negotiate(accept, offers);
    const name = offers[index] && acceptedName(accept, offers[index]);
    const best = name === undefined ? { index } : { index, name };
    if (known.size < remembered && accept.length < 200) known.set(accept, best);
    return best;
  };
}

interface Range {
  /** Without parameters. */
  type: string;
  /** That tell media types apart. */
  parameters: readonly string[];
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
    ranges.push({ type: type === '*' ? '*/*' : type, parameters: parametersOf(part), weight });
  }
  return ranges;
}

/** Weight of the most specific range that takes the offer, then how specific it is; 0 when it is refused. */
function rankOf(offered: Offer, ranges: readonly Range[]): number {
  let specific = 0;
  let weight = 0;
  for (const range of ranges) {
    const level = specificity(offered, range);
    if (level > specific) {
      specific = level;
      weight = range.weight;
    }
  }
  return weight === 0 ? 0 : weight * 10 + specific;
}

/** 5 the type itself with its parameters, 4 without any, 3 another name of it, 2 `text/*`, 1 any, 0 not meant. */
function specificity({ names, isNamed }: Offer, { type: range, parameters }: Range): number {
  if (range === '*/*') return 1;
  const [own = ''] = names;
  const isTold = own.includes(';') && parameters.length > 0;
  if (isTold && !hasParameters(own, parameters)) return 0;
  if (range === essenceOf(own)) return isTold ? 5 : 4;
  if (isNamed(range)) return 3;
  for (const name of names) {
    if (name === range || inRange(range, name)) return 3;
    if (inRange(name, range)) return 2;
  }
  return 0;
}
