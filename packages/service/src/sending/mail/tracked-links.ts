import type { Replacement } from '../../templates/index.ts';
import { pixelImage, type TrackingPlan } from '../../tracking/index.ts';
import type { Recipient } from './recipient.ts';

/** Replacements for tracking, and the ids of the links in the order of the plan. */
export interface TrackedLinks {
  plan: TrackingPlan;
  ids: { html: readonly number[]; text: readonly number[] };
  /** Links of the AMP part, with the ids of those of the HTML. */
  amp?: KnownLinks;
}

interface KnownLinks {
  places: Places;
  ids: readonly number[];
}

type Places = TrackingPlan['html'];

/** Tracked addresses in the places of those of the HTML, and the image that reports that it was opened. */
export function htmlReplacements({ plan, ids }: TrackedLinks): Replacement<Recipient>[] {
  const links = linkReplacements(plan.html, ids.html);
  const at = plan.pixelAt;
  if (at === undefined) return links;
  const pixel = ({ tracked }: Recipient) => tracked && pixelImage(tracked.pixel());
  return [...links, { start: at, end: at, fill: pixel }].sort((one, other) => one.start - other.start);
}

/** Tracked addresses in the places of those of the AMP part, which may have no image that reports openings. */
export const ampReplacements = ({ amp }: TrackedLinks) => amp && linkReplacements(amp.places, amp.ids);

export const textReplacements = ({ plan, ids }: TrackedLinks) => linkReplacements(plan.text, ids.text);

/**
 * Adds the links of a text that is made from the HTML. They count as those of the HTML with the same addresses, so that
 * reports list only links that the author has written.
 */
export function withLinksOfMadeText(links: TrackedLinks, text: Places): TrackedLinks {
  const { places, ids } = knownLinks(links, text);
  return { ...links, plan: { ...links.plan, text: places }, ids: { ...links.ids, text: ids } };
}

/** Adds the links of the AMP part. They count as those of the HTML with the same addresses; others are not tracked. */
export const withLinksOfAmp = (links: TrackedLinks, amp: Places): TrackedLinks => ({
  ...links,
  amp: knownLinks(links, amp),
});

/** Returns the places whose addresses stand in the HTML, too. */
function knownLinks({ plan, ids }: TrackedLinks, places: Places): KnownLinks {
  const idOf = new Map(plan.html.map(({ url }, at) => [url, ids.html[at]!]));
  const known = places.filter(({ url }) => idOf.has(url));
  return { places: known, ids: known.map(({ url }) => idOf.get(url)!) };
}

/** Addresses with personal data are left unchanged, because an unknown visitor cannot be redirected to them. */
function linkReplacements(places: Places, ids: readonly number[]): Replacement<Recipient>[] {
  return places.map(({ start, end, personal }, at) => ({
    start,
    end,
    fill: ({ tracked }) => (tracked && !(personal && tracked.anonymous) ? tracked.link(ids, at) : undefined),
  }));
}
