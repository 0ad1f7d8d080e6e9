import type { BackgroundKind } from '../checks/kind.ts';

/** Required members of the result of a check that ended before it had any; the findings say why. */
export const noFigures: Record<BackgroundKind, object> = {
  attention: {},
  display: {},
  image: { images: [] },
  link: { links: [] },
  messagesize: { size: 0, maxsize: 0 },
  spam: { score: 0, threshold: 0 },
  personalization: { personalizations: [] },
  bounce: { totalcontactcount: 0, samplesize: 0, bouncecount: 0, bounceforcast: 0, boucelimit: 0 },
};
