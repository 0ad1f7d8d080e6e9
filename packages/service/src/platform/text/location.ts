/**
 * Returns a web address as `Location` can hold it (RFC 9110, section 10.2.2): as it is written if it is printable ASCII, else
 * encoded as a browser does, the host in A-labels. Undefined for what is no address.
 */
export function locationOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  return /^[\x21-\x7e]+$/.test(address) ? address : new URL(address).href;
}
