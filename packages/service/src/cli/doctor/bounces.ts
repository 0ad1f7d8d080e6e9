import { type DoctorFinding, findingsOf } from './finding.ts';

/** Facts about a way in for bounces, with times in ISO 8601. */
export interface BounceSourceFacts {
  /** `mailbox`, or a provider that posts its events. */
  name: string;
  readAt: string | null;
  failedAt: string | null;
  failure: string | null;
}

/** A mailbox is looked at every minute; after a lost connection, every five. */
const silentMillis = 15 * 60_000;

/**
 * Findings about the ways in for bounces.
 * @param isPortUsed bounces come to the SMTP port
 */
export function checkBounceSources(
  sources: readonly BounceSourceFacts[],
  { isPortUsed, publicUrl, now }: { isPortUsed: boolean; publicUrl: string; now: Date },
): DoctorFinding[] {
  if (sources.length === 0 && !isPortUsed)
    return findingsOf('bounces', 'service').warning(
      'No way in for bounces is set up, so dead addresses stay in the lists. Use --bounce-domain with --bounce-port, --bounce-mailbox or --bounce-events.',
    );
  return sources.flatMap((source) =>
    source.name === 'mailbox' ? checkMailbox(source, now) : checkProvider(source, publicUrl),
  );
}

function checkMailbox({ readAt, failedAt, failure }: BounceSourceFacts, now: Date): DoctorFinding[] {
  const { ok, warning, error } = findingsOf('bounces', 'mailbox');
  if (failsNow(readAt, failedAt))
    return error(
      `It could not be read at ${format(failedAt!)}: ${failure}. ${nextStep(failure!)} It was last read ${readAt === null ? 'never' : `at ${format(readAt)}`}.`,
    );
  if (readAt === null) return warning('It has not been read yet. Start the service with --bounce-mailbox.');
  return now.getTime() - Date.parse(readAt) > silentMillis
    ? warning(`It has not been read since ${format(readAt)}. Check that a service with --bounce-mailbox is running.`)
    : ok(`It was last read at ${format(readAt)}.`);
}

function checkProvider({ name, readAt, failedAt, failure }: BounceSourceFacts, publicUrl: string): DoctorFinding[] {
  const { ok, warning } = findingsOf('bounces', name);
  const address = `${publicUrl}/bounce-events/${name}`;
  if (failsNow(readAt, failedAt))
    return warning(
      `Events were refused at ${format(failedAt!)}: ${failure}. If the provider has sent them, compare its key with the one in the file of --bounce-events. The last event was accepted ${readAt === null ? 'never' : `at ${format(readAt)}`}.`,
    );
  return readAt === null
    ? warning(`No event has come yet. Set ${address} as the address for events at the provider, and send a test event.`)
    : ok(`The last event was accepted at ${format(readAt)}.`);
}

const failsNow = (readAt: string | null, failedAt: string | null): boolean =>
  failedAt !== null && (readAt === null || readAt < failedAt);

/** A password or token that is refused is another matter than a server that cannot be reached. */
const nextStep = (failure: string): string =>
  /auth|log ?in|password|credential|token/i.test(failure)
    ? 'Check the user name in --bounce-mailbox, and the password or token file.'
    : 'Check the host, port and folder in --bounce-mailbox, and whether this machine can reach the server.';

const format = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
