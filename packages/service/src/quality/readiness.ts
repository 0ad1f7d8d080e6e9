import { type Account, senders } from '../account/index.ts';
import { isRefreshQueued } from '../audiences/index.ts';
import {
  type Dispatching,
  findContent,
  findDispatching,
  isReleased,
  isSealed,
  type Mailing,
  missingParts,
  parts,
} from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { type BulkReceiver, type DkimSetup, obstacles, relaying, signOffs } from '../sending/index.ts';
import { judgeBulkSender } from './bulk-sender.ts';
import { toObstacle } from './mandatory.ts';
import { tagFaults } from './personalization/faults.ts';

const { blocks, blocksSchedule, describeObstacles, missingObstacles, obstacle, runSendoutChecks, sortObstacles } =
  obstacles;

/** When a mailing is to be sent: at once, or later, when what only time mends may be mended. */
export type SendingTime = 'now' | 'later';

export interface Readiness {
  obstacles: obstacles.Obstacle[];
  /** Of a regular mailing with a target group. */
  audience: obstacles.Audience | undefined;
  /** At which the mailing makes its account a bulk sender. */
  bulkReceivers: readonly BulkReceiver[];
}

/** Who asks, and what the process knows about its way out. */
export interface ReadinessContext {
  db: Db;
  account: Account;
  /** The user who would start the sendout; null if it is none. */
  userId: number | null;
  /** Whether mails stay on this machine unless a relay is stored. */
  staysLocal: boolean;
  /** Keys and DNS, by which senders are judged; undefined if nobody asks the DNS. */
  dkim?: DkimSetup | undefined;
}

/**
 * Returns why a mailing cannot be sent, as the end of a sentence that names the mailing, or `undefined` if it is ready. The
 * sendout begins with the same rules (`runSendoutChecks`).
 * @param dispatching what a trigger mailing is about to be sent upon; by default what is stored
 */
export async function findUnreadiness(
  db: Db,
  account: Account,
  mailing: Mailing,
  { time = 'now', dispatching }: { time?: SendingTime; dispatching?: Pick<Dispatching, 'target'> | undefined } = {},
): Promise<string | undefined> {
  const missing = missingParts(mailing, await findContent(db, mailing));
  if (missing.length > 0) return `is not ready to be sent; missing: ${parts.namesOf(missing)}.`;
  const found = await checkContents(db, account, mailing, dispatching);
  const stopping = found.filter(time === 'now' ? blocks : blocksSchedule);
  if (stopping.length === 0 && time === 'now' && mailing.type === 'regular')
    stopping.push(...judgeAudience(await findAudienceNow(db, mailing)));
  return stopping.length > 0 ? `is not ready to be sent. ${describeObstacles(stopping)}` : undefined;
}

async function checkContents(
  db: Db,
  account: Account,
  mailing: Mailing,
  dispatching?: Pick<Dispatching, 'target'>,
): Promise<obstacles.Obstacle[]> {
  if (mailing.type === 'regular') return runSendoutChecks(db, account, mailing);
  const missing = missingParts(mailing, await findContent(db, mailing));
  if (missing.length > 0 || !mailing.qos_checks) return missingObstacles(missing);
  return (await tagFaults(db, account, mailing, { dispatching })).map(toObstacle);
}

/** Returns all that stands in the way of a mailing, and who would get it now. A mailing that is on its way has no obstacles. */
export async function judgeMailing(context: ReadinessContext, mailing: Mailing): Promise<Readiness> {
  const { db, account, userId, dkim } = context;
  if (isSealed(mailing.state) && !isReleased(mailing.state))
    return { obstacles: [], audience: undefined, bulkReceivers: [] };
  const filter = mailing.type === 'regular' ? await signOffs.findAudience(db, mailing) : undefined;
  const audience = filter && (await obstacles.countAudience(db, mailing, filter));
  const found = await checkContents(db, account, mailing);
  if (mailing.type === 'trigger' && (await findDispatching(db, mailing)) === undefined)
    found.push(obstacle('dispatching_missing', 'Nothing says what the mailing is sent upon.'));
  found.push(...judgeAudience(audience));
  const samples = filter ? await obstacles.countSamples(db, mailing, filter) : 0;
  if (audience && samples > 0) {
    const possible = audience.recipients + (audience.leftOut.get('contacts_limit') ?? 0);
    found.push(
      obstacle('samples_among_recipients', `Sample contacts are among the recipients: ${samples} of ${possible}.`),
    );
  }
  if (filter && audience && !mailing.targetgroup_update && (await isRefreshQueued(db, filter)))
    found.push(obstacle('audience_updating', 'The target group is being counted.'));
  const unsigned = audience && (await signOffs.signOffFaultFor(db, mailing, userId, audience.recipients));
  if (unsigned !== undefined)
    found.push(obstacle('sign_off_missing', `${unsigned[0]!.toUpperCase()}${unsigned.slice(1)}.`));
  const { sender } = await findContent(db, mailing);
  if (sender && !(await senders.hasProvenDomain(db, account.id, sender)))
    found.push(
      obstacle(
        'sender_unproven',
        `Nothing proves that the domain of ${sender} is yours, so mailbox providers may reject the mails or treat them as spam.`,
      ),
    );
  const bulkReceivers =
    filter && audience ? await obstacles.findBulkReceivers(db, mailing, filter, audience.recipients) : [];
  if (sender) found.push(...(await judgeBulkSender(bulkReceivers, sender, dkim)));
  return { obstacles: sortObstacles([...found, ...(await judgeRelays(context))]), audience, bulkReceivers };
}

async function findAudienceNow(db: Db, mailing: Mailing): Promise<obstacles.Audience | undefined> {
  const filter = await signOffs.findAudience(db, mailing);
  return filter && obstacles.countAudience(db, mailing, filter);
}

const judgeAudience = (audience: obstacles.Audience | undefined): obstacles.Obstacle[] =>
  audience?.recipients === 0 ? [obstacle('audience_empty', 'Nobody of the target group may get the mailing.')] : [];

/** Returns what keeps all mails of an account from leaving. */
export async function judgeRelays({ db, account, staysLocal }: ReadinessContext): Promise<obstacles.Obstacle[]> {
  const relays = await relaying.relaysOfAccount(db, account.id);
  if (staysLocal && relays.every(({ name }) => name === relaying.defaultRelay))
    return [obstacle('relay_missing', 'No mail server is set up, so mails stay in the outbox of this service.')];
  const [first] = relays;
  if (first === undefined || relays.some(({ down }) => down === undefined)) return [];
  const reason = first.down?.reason;
  return [obstacle('relay_down', `No relay takes mails at the moment${reason === undefined ? '' : `: ${reason}`}.`)];
}
