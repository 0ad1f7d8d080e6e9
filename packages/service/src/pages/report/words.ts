import { messagesOf } from '../../platform/text/messages.ts';
import type { BounceReason } from '../../tracking/index.ts';

interface Words {
  report: string;
  recipients: string;
  openings: string;
  openers: string;
  clicks: string;
  clickers: string;
  timeline: string;
  legend: string;
  links: string;
  link: string;
  onlyMost: (values: { shown: string; all: string }) => string;
  readers: string;
  map: string;
  devices: string;
  programs: string;
  device: Record<string, string>;
  bounces: string;
  bounced: string;
  why: string;
  permanent: string;
  transient: string;
  bounce: Record<BounceReason, string>;
  unsubscriptions: string;
  unknown: string;
  nothing: string;
  archived: string;
  subject: string;
}

/** Texts of the report of a mailing. */
export const words = messagesOf<Words>('report');
