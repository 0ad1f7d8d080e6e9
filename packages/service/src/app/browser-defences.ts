import { ApiError, type Call, type Dispatch, type RawResponse } from '@mailwright/server';
import { isFromOtherSite, strictHeaders } from '@mailwright/server-runtime/web';

/** Adds the headers to every answer of the API, refusals too. */
export function defended(dispatch: Dispatch): Dispatch {
  return (request) => {
    const answer = dispatch(request);
    return 'then' in answer ? answer.then(withHeaders) : withHeaders(answer);
  };
}

function withHeaders(answer: RawResponse): RawResponse {
  answer.headers.push(...strictHeaders);
  return answer;
}

/**
 * A browser may hold the key as a Basic credential and send it along with what another site makes it send: such a change
 * is refused. @throws ApiError 403
 */
export function refuseOtherSites({ operation, request }: Pick<Call, 'operation' | 'request'>): void {
  if (operation.method === 'GET' || !isFromOtherSite(request.headers)) return;
  throw new ApiError(403, 'Changes requested by pages of other sites are not allowed.');
}
