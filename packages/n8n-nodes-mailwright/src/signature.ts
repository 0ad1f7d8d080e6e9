import { createHmac, timingSafeEqual } from 'node:crypto';

const prefix = 'whsec_';
/** How old or early a request may be, in seconds. */
const tolerance = 300;

/**
 * Says what is wrong with a request that must be signed after the Standard Webhooks specification; `undefined` if nothing is.
 * @param secret as the service has shown it, `whsec_…`
 * @param header value of a header by its name in lower case
 * @param now in milliseconds since 1970
 */
export function signatureFault(
  secret: string,
  body: Uint8Array,
  header: (name: string) => string | undefined,
  now: number,
): string | undefined {
  const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  if (id === undefined || time === undefined || given === undefined) return 'the request is not signed';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > tolerance)
    return 'the time of the request is more than five minutes away';
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  const isRight = given.split(' ').some((each) => {
    const [version, mac = ''] = each.split(',');
    const bytes = Buffer.from(mac, 'base64');
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return isRight ? undefined : 'the signature is not that of the webhook';
}
