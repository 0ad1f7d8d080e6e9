import { checkAttention } from '../attention/check.ts';
import { checkBounces } from '../bounce-forecast/check.ts';
import type { BackgroundKind } from '../checks/kind.ts';
import { checkDisplay } from '../display/check.ts';
import type { CheckFunction } from '../findings/subject.ts';
import { checkImages } from '../images/check.ts';
import { checkLinks } from '../links/check.ts';
import { checkMessageSize } from '../message-size/check.ts';
import { checkPersonalization } from '../personalization/check.ts';
import { checkSpam } from '../spam/check.ts';

/** How each check that is made in the background is done. */
export const backgroundChecks = {
  attention: checkAttention,
  display: checkDisplay,
  image: checkImages,
  link: checkLinks,
  messagesize: checkMessageSize,
  spam: checkSpam,
  personalization: checkPersonalization,
  bounce: checkBounces,
} satisfies Record<BackgroundKind, CheckFunction>;
