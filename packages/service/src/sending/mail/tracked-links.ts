import type { Replacement } from '../../templates/index.ts';
import { pixelImage, type TrackingPlan } from '../../tracking/index.ts';
import type { Recipient } from './recipient.ts';

/** Replacements for tracking, and the ids of the links in the order of the plan. */
export interface TrackedLinks {
  plan: TrackingPlan;
  ids: { html: readonly number[]; text: readonly number[] };
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

export const textReplacements = ({ plan, ids }: TrackedLinks) => linkReplacements(plan.text, ids.text);

/** Addresses with personal data are left unchanged, because an unknown visitor cannot be redirected to them. */
function linkReplacements(places: Places, ids: readonly number[]): Replacement<Recipient>[] {
  return places.map(({ start, end, personal }, at) => ({
    start,
    end,
    fill: ({ tracked }) => (tracked && !(personal && tracked.anonymous) ? tracked.link(ids[at]!) : undefined),
  }));
}
