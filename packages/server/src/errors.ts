import { ApiError, clientRefuser } from '@mailwright/server-runtime';
import { strictHeaders } from '@mailwright/server-runtime/web';

/** 409 of a change to a sealed mailing. */
export const sealedError = (id: number | string): ApiError =>
  new ApiError(409, `Mailing with id ${id} cannot be changed as it is sealed.`);

/** For `server.on('clientError', refuseClient)`: what is no HTTP request gets an error document all the same. */
export const refuseClient = clientRefuser(
  'application/xml',
  (message) => `<error><message>${message}</message></error>`,
  strictHeaders,
);
