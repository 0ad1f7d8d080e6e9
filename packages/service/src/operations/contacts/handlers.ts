import { contactDeleteHandlers } from './delete.ts';
import { contactReadHandlers } from './read.ts';
import { unsubscriptionMarkerHandlers } from './unsubscription-markers.ts';
import { contactWriteHandlers } from './write.ts';

/** Contacts. */
export const contactHandlers = {
  ...contactReadHandlers,
  ...contactWriteHandlers,
  ...contactDeleteHandlers,
  ...unsubscriptionMarkerHandlers,
};
