import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { EventClass } from '../tables.ts';
import { isMachine } from './machines.ts';

/** An event as received. */
export interface Hit {
  /** Key of the mail: equal for all events of one mail. */
  mail: string;
  at: Date;
  userAgent: string;
  /** Of the address, truncated; null when it is not known. */
  network: string | null;
  /** Absent for an opening. */
  linkId?: number;
}

const second = 1000;
/** Nobody reads a mail so soon after it was handed over. */
const instant = 2 * second;
/** Nobody follows so many links of one mail in such a time. */
const burst = { links: 3, time: 3 * second };
/** A click this soon after an opening comes from the same place. */
const sameNetworkTime = 60 * second;
const headTime = 60 * second;

interface Mail {
  clicks: { at: number; linkId: number; network: string | null }[];
  opened?: { at: number; network: string | null };
  /** When a program asked for it without wanting the answer. */
  headAt?: number;
}

/**
 * Tells persons from machines by what is known of a mail's last minute. It remembers the mails seen last, up to a bound;
 * one service of several knows only what it has seen itself.
 */
export class Classifier {
  #mails: BoundedMap<string, Mail>;

  constructor(maxMails = 50_000) {
    this.#mails = new BoundedMap(maxMails);
  }

  /** A HEAD request came for the mail. */
  sawHead(mail: string, at: Date): void {
    this.#recall(mail).headAt = at.getTime();
  }

  /** The class of an event, and notes it for those to come; all but the time of the mail's delivery. */
  classify(sighting: Hit): EventClass {
    const mail = this.#recall(sighting.mail);
    const at = sighting.at.getTime();
    const { network, linkId } = sighting;
    const before = mail.opened;
    if (linkId === undefined) mail.opened = { at, network };
    else mail.clicks = [...mail.clicks.filter((click) => at - click.at <= burst.time), { at, linkId, network }];

    if (isMachine(sighting.userAgent)) return 'machine';
    if (mail.headAt !== undefined && at - mail.headAt <= headTime) return 'machine';
    if (linkId === undefined) return 'human';
    const links = new Set(mail.clicks.filter((click) => click.network === network).map((click) => click.linkId));
    if (links.size >= burst.links) return 'suspect';
    const elsewhere = before && at - before.at < sameNetworkTime && before.network !== network;
    return elsewhere ? 'suspect' : 'human';
  }

  #recall(name: string): Mail {
    const mail = this.#mails.get(name) ?? { clicks: [] };
    this.#mails.set(name, mail);
    return mail;
  }
}

/** Reports whether an event came before anybody can have read the mail. */
export function isInstant(at: Date, sentAt: Date | undefined): boolean {
  return sentAt !== undefined && at.getTime() - sentAt.getTime() < instant;
}
