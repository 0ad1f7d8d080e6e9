type Send = (request: Request) => Promise<Response>;

/**
 * Refuses every change with a message, so that the handler of a form shows it again instead of saving it. Reads are sent.
 */
export const readingOnly =
  (send: Send, message: string): Send =>
  async (request) =>
    request.method === 'GET'
      ? send(request)
      : new Response(JSON.stringify({ message }), {
          status: 400,
          headers: { 'content-type': 'application/vnd.service.api+json' },
        });
