import { type Copy, copyOf } from '../exchange/copy.ts';
import { isBodiless, isUsuallyBodiless } from '../exchange/exchange.ts';
import { toExchange } from '../exchange/recording-fetch.ts';
import type { Take } from './node.ts';

const EMPTY = new Uint8Array();

/**
 * Copies what passes between a client and a handler in the style of `fetch`. The answer is handed on at once, its body as it comes.
 */
export async function watchFetch(
  request: Request,
  answer: () => Promise<Response>,
  most: number,
  take: Take,
): Promise<Response> {
  const sent = copyRequest(request, most);
  const lost = () => take(() => undefined);
  const response = await answer().catch((error: unknown) => {
    lost();
    throw error;
  });
  const tell = (body: Uint8Array | undefined) =>
    void sent.then((own) => take(() => toExchange(request, response, own, body)));
  if (!response.body || isBodiless(request.method, response.status)) {
    tell(EMPTY);
    return response;
  }
  const copy = copyOf(most);
  return new Response(
    tapped(response.body, copy, (isWhole) => (isWhole ? tell(copy.whole()) : lost())),
    response,
  );
}

/**
 * Reads a copy of the body of a request, whose length must be known: what a handler does not read stays in memory. Returns nothing
 * if the body is too long, or somebody has read it before.
 */
async function copyRequest(request: Request, most: number): Promise<Uint8Array | undefined> {
  try {
    if (!request.body) return EMPTY;
    const length = request.headers.get('content-length');
    const isUnknown = length === null && !request.headers.has('transfer-encoding');
    if (isUnknown && isUsuallyBodiless(request.method)) return EMPTY;
    if (length === null || !(Number(length) <= most) || request.bodyUsed) return undefined;
    return new Uint8Array(await request.clone().arrayBuffer());
  } catch {
    return undefined;
  }
}

/** The same stream, whose chunks are copied while somebody reads it. */
function tapped(
  body: ReadableStream<Uint8Array>,
  copy: Copy,
  end: (isWhole: boolean) => void,
): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= body.getReader();
        const { done, value } = await reader.read().catch((error: unknown) => {
          end(false);
          throw error;
        });
        if (done) {
          controller.close();
          end(true);
        } else {
          // Whoever reads the chunk may take its memory over.
          if (!copy.isOver()) copy.add(Uint8Array.from(value));
          controller.enqueue(value);
        }
      },
      async cancel(reason) {
        end(false);
        await (reader ?? body).cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
