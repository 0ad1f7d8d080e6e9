import { parseEmail } from '../../platform/text/email.ts';
import type { FailedRecipient } from './reading/report.ts';

/** A failure of the address that a mail was sent to. */
interface OwnFailure extends FailedRecipient {
  /** An address that the mail was passed on to is gone, so that ours is held back although its failure is temporary. */
  holds?: boolean;
}

/**
 * Returns what a notification says about the address that a mail was sent to; `undefined` if it says that this one did not
 * fail. A server behind an alias or a list tells of addresses that we have not written to: that they are gone says nothing for good
 * about ours, so that it counts as a temporary failure.
 * @param own `undefined` if it is not known any more
 * @param recipients that failed, at least one
 * @param unfailed addresses that the notification names as delivered, delayed, relayed or expanded
 */
export function findOwnFailure(
  own: string | undefined,
  recipients: readonly FailedRecipient[],
  unfailed: readonly string[] = [],
): OwnFailure | undefined {
  const folded = own && foldedAddress(own);
  const isOwn = (address: string | undefined) =>
    address !== undefined && [address, fromXtext(address)].some((each) => foldedAddress(each) === folded);
  const [first] = recipients;
  if (!folded) return first;
  const named = recipients.find(({ address }) => isOwn(address));
  if (named) return named;
  if (unfailed.some(isOwn)) return undefined;
  return recipients.find(({ address }) => address === undefined) ?? asTemporary(first!);
}

const asTemporary = (recipient: FailedRecipient): OwnFailure => ({
  ...recipient,
  status: recipient.status.replace(/^5/, '4'),
  hard: false,
  holds: recipient.hard,
});

const foldedAddress = (address: string): string => parseEmail(address)?.folded ?? address.toLowerCase();

/** Decodes an address of Original-Recipient as servers repeat it from the envelope (RFC 3461, section 4). */
const fromXtext = (address: string): string =>
  address.replace(/\+([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
