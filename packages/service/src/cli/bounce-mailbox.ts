import { readSecretFile } from '../platform/text/secret-file.ts';
import type { BounceMailbox } from '../sending/index.ts';
import type { ServeOptions } from './options.ts';

type MailboxOptions = Pick<ServeOptions, 'bounceMailbox' | 'bounceMailboxPasswordFile' | 'bounceMailboxTokenFile'>;

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns what a connection to the bounce mailbox takes, read anew for each, or `undefined` if there is none.
 * @throws Error if the options contradict each other or a file cannot be read
 */
export function bounceMailbox(options: MailboxOptions, env = process.env): (() => BounceMailbox) | undefined {
  const { bounceMailbox: address, bounceMailboxPasswordFile: file, bounceMailboxTokenFile: tokenFile } = options;
  if (address === undefined) {
    if (file !== undefined || tokenFile !== undefined)
      throw new Error('--bounce-mailbox-password-file and --bounce-mailbox-token-file require --bounce-mailbox');
    return undefined;
  }
  const { MAILWRIGHT_BOUNCE_MAILBOX_PASSWORD: password } = env;
  if ([file, tokenFile, password].filter((given) => given !== undefined).length !== 1)
    throw new Error(
      '--bounce-mailbox requires either --bounce-mailbox-password-file, MAILWRIGHT_BOUNCE_MAILBOX_PASSWORD or --bounce-mailbox-token-file',
    );
  const url = new URL(address);
  const user = decodeURIComponent(url.username);
  const secure = url.protocol === 'imaps:';
  const auth = () => {
    if (tokenFile !== undefined) return { user, accessToken: readSecretFile('--bounce-mailbox-token-file', tokenFile) };
    return { user, pass: password ?? readSecretFile('--bounce-mailbox-password-file', file!) };
  };
  auth();
  const server = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    // A password is sent only over an encrypted connection, or to this machine.
    ...(!secure && { doSTARTTLS: !loopback.test(url.hostname) }),
  };
  const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  return () => ({ server: { ...server, auth: auth() }, folder });
}
