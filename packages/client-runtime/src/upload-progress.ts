/**
 * Creates a `fetch` for the options of a client that tells how many bytes of the body of a request have been taken. Where the platform
 * gives no body of a request as a stream (Firefox), nothing is told; Chromium sends streams over HTTP/2 only.
 *
 * @example
 * createClient({ baseUrl, fetch: uploadProgress((sent) => (bar.value = sent)) });
 */
export function uploadProgress(
  report: (sent: number, request: Request) => void,
  send: (request: Request) => Promise<Response> = (request) => fetch(request),
): (request: Request) => Promise<Response> {
  return (request) => {
    if (!request.body) return send(request);
    let sent = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        report(sent, request);
        controller.enqueue(chunk);
      },
    });
    return send(new Request(request, { body: request.body.pipeThrough(counter), duplex: 'half' }));
  };
}
