import { accessTokens } from '../platform/network/access-token.ts';
import { readSecretFile } from '../platform/text/secret-file.ts';
import type { BounceMailbox } from '../sending/index.ts';
import type { ServeOptions } from './options.ts';

type MailboxOptions = Pick<ServeOptions, 'bounceMailbox' | 'bounceMailboxPasswordFile' | 'bounceMailboxTokenFile'>;

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns what a connection to the bounce mailbox takes, read anew for each, or `undefined` if there is none.
 * @throws Error if the options contradict each other or a file cannot be read
 */
export function bounceMailbox(options: MailboxOptions, env = process.env): (() => Promise<BounceMailbox>) | undefined {
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
  const token = tokenFile === undefined ? undefined : accessTokens('--bounce-mailbox-token-file', tokenFile);
  const readPassword = () => password ?? readSecretFile('--bounce-mailbox-password-file', file!);
  if (token === undefined) readPassword();
  const auth = async () => (token ? { user, accessToken: await token.get() } : { user, pass: readPassword() });
  const server = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    // A password is sent only over an encrypted connection, or to this machine.
    ...(!secure && { doSTARTTLS: !loopback.test(url.hostname) }),
  };
  const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  return async () => ({ server: { ...server, auth: await auth() }, folder, onRefused: token?.forget });
}
