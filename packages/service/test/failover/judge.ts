/** What was written down during an event; times in ms of one clock. */
export interface Observed {
  /** When the trouble began. */
  began: number;
  /** When another node took writes, or there was room again; when it began, if nothing stood in the way. */
  promoted: number;
  /** Of each change that the API acknowledged. */
  acknowledged: readonly { email: string; at: number }[];
  /** Contacts that are there in the end. */
  stored: ReadonlySet<string>;
  recipients: readonly string[];
  /** When each recipient got the mail. */
  mails: ReadonlyMap<string, readonly number[]>;
  /** Requests that were answered with an error, or not at all. */
  refused: number;
}

export interface Verdict {
  /** Seconds from the event to the promotion. */
  promotion: number;
  /** Seconds from the promotion to the next acknowledged change, and to the next mail; undefined if there was none to wait for. */
  writing: number | undefined;
  sending: number | undefined;
  /** The longest pauses between two changes, and between two mails, from the event on. */
  writingPause: number;
  sendingPause: number;
  /** Acknowledged changes that are gone. */
  lost: number;
  skipped: number;
  doubled: number;
  refused: number;
}

/** Judges an event by what came before it and after it. */
export function judge({ began, promoted, acknowledged, stored, recipients, mails, refused }: Observed): Verdict {
  const seconds = (millis: number) => millis / 1000;
  const next = (times: readonly number[]) => {
    const after = times.filter((at) => at >= promoted);
    return after.length === 0 ? undefined : seconds(Math.min(...after) - promoted);
  };
  const sent = [...mails.values()].flat();
  const changed = acknowledged.map(({ at }) => at);
  const longest = (times: readonly number[]) => {
    const after = [began, ...times.filter((at) => at >= began).sort((a, b) => a - b)];
    return seconds(Math.max(0, ...after.slice(1).map((at, index) => at - after[index]!)));
  };
  return {
    promotion: seconds(promoted - began),
    writing: next(changed),
    sending: next(sent),
    writingPause: longest(changed),
    sendingPause: longest(sent),
    lost: acknowledged.filter(({ email }) => !stored.has(email)).length,
    skipped: recipients.filter((address) => !mails.has(address)).length,
    doubled: [...mails.values()].reduce((sum, times) => sum + times.length - 1, 0),
    refused,
  };
}

/** What is wrong with a verdict, in words. */
export function faultsOf({ writing, sending, lost, skipped, doubled }: Verdict, connections: number): string[] {
  const slow = (seconds: number | undefined) => seconds === undefined || seconds > SECONDS;
  return [
    ...(lost > 0 ? [`${lost} acknowledged changes are lost`] : []),
    ...(skipped > 0 ? [`${skipped} recipients got no mail`] : []),
    ...(doubled > connections ? [`${doubled} mails were sent twice, on ${connections} connections`] : []),
    ...(slow(writing) ? [`writing did not go on within ${SECONDS} s of the promotion`] : []),
    ...(slow(sending) ? [`sending did not go on within ${SECONDS} s of the promotion`] : []),
  ];
}

/** After a promotion, until everything goes on. */
const SECONDS = 5;
