import type { Failure } from './classify.ts';

/** One recipient of a delivery status notification (RFC 3464, section 2.3). */
export interface DeliveryStatus extends Failure {
  action: string;
  /** The address that the mail was sent to, as far as the report says it. */
  address: string | undefined;
}

const field = /^[ \t]*([A-Za-z][A-Za-z-]{0,60}):[ \t]*(.*)$/;

/** Returns the recipients of a report; none if the text is no report. Unknown fields are ignored, folded ones are joined. */
export function readDeliveryStatus(text: string): DeliveryStatus[] {
  const recipients: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    const match = field.exec(line);
    const isFolded = /^[ \t]/.test(line) && current !== undefined && last !== '' && match?.[1] !== undefined;
    const name = match?.[1]?.toLowerCase() ?? '';
    const isKnown = known.has(name);
    if (match === null || (isFolded && !isKnown)) {
      if (line.trim() === '') last = '';
      else if (last !== '' && current && /^[ \t]/.test(line)) current.set(last, `${current.get(last)} ${line.trim()}`);
      continue;
    }
    if (!isKnown) {
      last = '';
      continue;
    }
    const opens = name === 'final-recipient' || name === 'original-recipient' || name === 'action';
    if (current === undefined || (opens && current.has(name))) {
      current = new Map();
      recipients.push(current);
    }
    current.set(name, match[2]!);
    last = name;
  }
  return recipients.filter((fields) => fields.has('action')).map(toDeliveryStatus);
}

const known = new Set(['final-recipient', 'original-recipient', 'action', 'status', 'diagnostic-code', 'remote-mta']);

function toDeliveryStatus(fields: Map<string, string>): DeliveryStatus {
  const text = (fields.get('diagnostic-code') ?? '').replace(/^[\w.-]{1,20};[ \t]*/, '');
  const given = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '')?.[1];
  const codes = readCodes(text);
  // A server's own code says more than the general one of the relay.
  const isGeneral = given === undefined || /^[45]\.0\.0$/.test(given);
  const action = /[a-z]+/.exec((fields.get('action') ?? '').toLowerCase())?.[0] ?? '';
  const recipient = fields.get('original-recipient') ?? fields.get('final-recipient') ?? '';
  const address = /[^\s<>;]{1,64}@[^\s<>;]{1,255}/.exec(recipient)?.[0];
  return { action, address, text, status: isGeneral ? (codes.status ?? given) : given, replyCode: codes.replyCode };
}

/** Reads the reply code and the enhanced code that words of a server have. */
export function readCodes(text: string): Pick<Failure, 'status' | 'replyCode'> {
  const status = /(?:^|[\s(#:>-])([45]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text)?.[1];
  const replyCode = /(?:^|[\s:'"(])([45]\d\d)(?=[ :#-])/m.exec(text)?.[1];
  return { status, replyCode: replyCode === undefined ? undefined : Number(replyCode) };
}
