import type { TrackingStrategy } from '../tables.ts';
import { linksInHtml } from './in-html.ts';
import { linksInText } from './in-text.ts';
import type { LinkPosition } from './link-position.ts';

/** Replacements in a mailing for tracking. */
export interface TrackingPlan {
  /** In the HTML, in order. */
  html: LinkPosition[];
  /** In the text, in order. */
  text: LinkPosition[];
  /** Position of the image in the HTML; absent if there is no image. */
  pixelAt?: number;
}

/**
 * Which addresses of a mailing are replaced by tracked ones, and where the pixel goes. A place that is `personal` must
 * stay as it is in the mail of a bearer with an alias: its redirect could not fill the tags without knowing who it is.
 */
export function trackingPlan(
  strategy: TrackingStrategy,
  { html, text }: { html: string | null; text: string | null },
): TrackingPlan {
  if (strategy === 'none') return { html: [], text: [] };
  const links = text === null ? [] : linksInText(text);
  if (html === null) return { html: [], text: links };
  const { links: places, pixelAt } = linksInHtml(html);
  return { html: places, text: links, pixelAt };
}

/** The image that reports that a mail was opened; `address` is one of our own. */
export function pixelImage(address: string): string {
  return `<img src="${address}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`;
}
