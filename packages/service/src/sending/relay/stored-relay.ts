import type { DkimKey } from '../dkim/sign.ts';
import type { MailRefusal, MailTransport, OnTaken, OutgoingMail } from '../mail/transport.ts';
import { connectionsOf, type SmtpTransport } from '../smtp/transport.ts';
import { tokenOf, withPassword } from './password.ts';
import { type Relay, relayTo } from './relay.ts';
import type { RelayRow } from './store.ts';

/** Time in milliseconds for mails in flight to finish after their relay was removed or changed. */
const leaveMillis = 60_000;

export type OpenRelay = (relay: RelayRow) => MailTransport;

/** Opens stored relays, and stops all that are open. */
export interface Relays extends Pick<SmtpTransport, 'endWithin' | 'close'> {
  open: OpenRelay;
}

/** @param keys keys that mails are signed with, unless a relay does without */
export function openRelays(keys?: () => readonly DkimKey[]): Relays {
  const opened = new Set<Relay>();
  const openNow = (row: RelayRow): Relay => {
    const token = tokenOf(row.password_source);
    // Without a directory of keys, the one of the relay is missing too.
    const known = row.dkim_key === null ? keys : (keys ?? (() => []));
    const options = { requireTLS: row.require_tls, token, keys: row.dkim ? known : undefined, key: row.dkim_key };
    const relay = relayTo(withPassword(addressOf(row), row.password_source), options);
    opened.add(relay);
    return relay;
  };
  const leave = async (relay: Relay): Promise<void> => {
    opened.delete(relay);
    relay.endWithin(leaveMillis);
    await relay.transport.close();
  };
  return {
    open: (row) => new StoredRelay(row, openNow, leave),
    endWithin(millis) {
      for (const relay of opened) relay.endWithin(millis);
    },
    async close() {
      await Promise.all(Array.from(opened, ({ transport }) => transport.close()));
    },
  };
}

/** A relay whose password is read when the first mail goes over it, and again after the server has refused it. */
class StoredRelay implements MailTransport {
  connections: number;
  #row: RelayRow;
  #openNow: (row: RelayRow) => Relay;
  #leave: (relay: Relay) => Promise<void>;
  #relay: Relay | undefined;

  constructor(row: RelayRow, openNow: (row: RelayRow) => Relay, leave: (relay: Relay) => Promise<void>) {
    this.#row = row;
    this.#openNow = openNow;
    this.#leave = leave;
    this.connections = connectionsOf(addressOf(row));
  }

  async send(mail: OutgoingMail, onTaken?: OnTaken): Promise<MailRefusal | undefined> {
    try {
      this.#relay ??= this.#openNow(this.#row);
    } catch (error) {
      return { concerns: 'server', permanent: false, hopeless: true, message: (error as Error).message };
    }
    const relay = this.#relay;
    const refusal = await relay.transport.send(mail, onTaken);
    if (refusal?.hopeless && this.#relay === relay) await this.close();
    return refusal;
  }

  async close(): Promise<void> {
    const relay = this.#relay;
    this.#relay = undefined;
    if (relay) await this.#leave(relay);
  }
}

/** The URL of a stored relay with its number of connections, without its password. */
export function addressOf({ name, address, connections }: RelayRow): string {
  if (address === null) throw new Error(`The relay "${name}" has its address from the option --smtp of each process.`);
  const url = new URL(address);
  if (connections !== null) url.searchParams.set('maxConnections', String(connections));
  return url.href;
}
