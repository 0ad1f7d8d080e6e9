import { checkAttention } from '../attention/check.ts';
import { checkBounces } from '../bounces/check.ts';
import { checkDisplay } from '../display/check.ts';
import { checkImages } from '../images/check.ts';
import { checkLinks } from '../links/check.ts';
import { checkMessageSize } from '../message-size/check.ts';
import { checkPersonalization } from '../personalization/check.ts';
import { checkSpam } from '../spam/check.ts';
import type { Check } from './subject.ts';

/** The checks that are made in the background. */
export const backgroundChecks = {
  attention: checkAttention,
  display: checkDisplay,
  image: checkImages,
  link: checkLinks,
  messagesize: checkMessageSize,
  spam: checkSpam,
  personalization: checkPersonalization,
  bounce: checkBounces,
} satisfies Record<string, Check>;

export type BackgroundKind = keyof typeof backgroundChecks;
export type CheckKind = BackgroundKind | 'testsendout' | 'approval';

/** What is for regular mailings only. */
export const onlyRegular: ReadonlySet<CheckKind> = new Set(['personalization', 'bounce', 'approval']);
