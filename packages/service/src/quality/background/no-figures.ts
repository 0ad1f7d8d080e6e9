import type { BackgroundKind } from '../checks/kind.ts';

/** What the document of a check must have, for one that ended before it had any figures; its findings say why. */
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
