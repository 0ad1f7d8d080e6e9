import { type Agent, request } from 'node:https';
import type { RawAnswer, RawCall } from '../support/raw.ts';

/** Sends a request to the service, outside of `/1.0` too. `undefined` if no client can send it, or the connection was ended. */
export function send(
  { origin, cert }: { origin: string; cert: string },
  agent: Agent,
  { method = 'GET', path, headers = {}, body }: RawCall,
): Promise<RawAnswer | undefined> {
  return new Promise((resolve) => {
    const gone = () => resolve(undefined);
    let call: ReturnType<typeof request>;
    // Node gives bodies of DELETE no length: their bytes would be the next request of the connection.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    try {
      call = request(origin + path, { method, agent, ca: cert, headers: { ...length, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', gone);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            names: answer.rawHeaders.filter((_, index) => index % 2 === 0),
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
    } catch {
      return gone();
    }
    call.on('error', gone).end(body);
  });
}
