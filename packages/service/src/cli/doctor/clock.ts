import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** Seconds from 1900, as NTP counts, to 1970. */
const epoch = 2_208_988_800;
const patienceMillis = 3000;
/** Beyond that, signatures of mails, schedules and certificates suffer. */
const tolerated = 2;
const wrong = 60;

/** The clock against a time server, `host` or `host:port` (SNTP, RFC 4330). */
export async function checkClock(server: string, patience = patienceMillis): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('clock', server);
  const offset = await askTime(server, patience);
  if (offset === undefined)
    return warning('The time server does not respond, so the clock was not checked. Use another --time-server.');
  const off = `The clock is ${Math.abs(offset).toFixed(1)} seconds ${offset > 0 ? 'behind' : 'ahead'}.`;
  if (Math.abs(offset) >= wrong) return error(`${off} Synchronize it with NTP.`);
  return Math.abs(offset) >= tolerated ? warning(`${off} Synchronize it with NTP.`) : ok(off);
}

/** Seconds that the server's clock is ahead; undefined when it says nothing. */
async function askTime(server: string, patience: number): Promise<number | undefined> {
  const { hostname, port } = new URL(`udp://${server}`);
  const socket = createSocket(hostname.includes(':') ? 'udp6' : 'udp4');
  try {
    const request = Buffer.alloc(48);
    request[0] = 0x23; // version 4, client
    const sent = Date.now();
    socket.send(request, port === '' ? 123 : Number(port), hostname.replace(/^\[|\]$/g, ''));
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(patience) })) as [Buffer];
    const received = Date.now();
    if (answer.length < 48 || (answer[0]! & 7) !== 4) return undefined;
    const [at, left] = [32, 40].map(
      (offset) => answer.readUInt32BE(offset) - epoch + answer.readUInt32BE(offset + 4) / 2 ** 32,
    );
    return (at! - sent / 1000 + (left! - received / 1000)) / 2;
  } catch {
    return undefined;
  } finally {
    socket.close();
  }
}
