import {
  BodiesUnderWay,
  type BodyUnderWay,
  chunksOf,
  type FormBounds,
  readForm,
  usualForm,
} from '@mailwright/server-runtime/web';
import type { Visitor } from './sessions.ts';

/** Begins to count the body of a form of a session, or of a browser that has none. */
export type CountBody = (token: string | undefined, visitor: Visitor) => BodyUnderWay;

type IsToken = (given: string) => boolean | Promise<boolean>;

/** The form of a request, which is counted from its first byte until the request is answered. */
export interface FormBody {
  /**
   * Reads the form; with `isToken` only if the form begins with a token that it accepts. Counts it for a session if there is one.
   * @throws FormFault, or ApiError 503 if there are too many
   */
  read(bounds?: FormBounds, isToken?: IsToken, session?: string): Promise<FormData>;
  release(): void;
}

export function formBody({ headers, body }: Request, visitor: Visitor, countBody: CountBody): FormBody {
  let underWay: BodyUnderWay | undefined;
  return {
    read(bounds = usualForm, isToken, session) {
      underWay = countBody(session, visitor);
      const sent = {
        type: headers.get('content-type'),
        length: headers.get('content-length'),
        chunks: chunksOf(body ?? new Blob().stream()),
      };
      return readForm(sent, bounds, { take: underWay.take, ...(isToken && { isToken }) });
    },
    release: () => underWay?.release(),
  };
}

/** As much as the API of the service takes. */
const bounds = { all: 40 * 1024 * 1024, client: 20 * 1024 * 1024 };

/** Counts the forms of a console that runs apart. */
export function ownCount(): CountBody {
  const bodies = new BodiesUnderWay(bounds);
  return (token, { address }) => bodies.begin(token ?? address);
}
