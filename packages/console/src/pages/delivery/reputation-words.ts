import type { Client } from '@mailwright/client';
import { badge } from '../../components/figures.ts';
import { hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { type Say, type Words, words } from '../../words.ts';

type Reputation = Awaited<ReturnType<ReturnType<Client['reputation']['get']>['orThrow']>>;
export type Domain = Reputation['domains'][number];
export type MailSource = Awaited<
  ReturnType<ReturnType<Client['reputation']['listSources']>['orThrow']>
>['items'][number];
type Step = Domain['plan']['step'];
type Policy = NonNullable<Domain['policy']>;

const policies: Record<Policy, Words> = {
  none: words('p=none: mails that prove nothing are delivered'),
  quarantine: words('p=quarantine: mails that prove nothing go to the spam folder'),
  reject: words('p=reject: mails that prove nothing are refused'),
};

/** Says which policy mailbox providers have found. */
export const policyWords = (say: Say, policy: Policy | undefined): string =>
  policy === undefined ? say('No policy was found') : say(policies[policy]);

const steps: Record<Exclude<Step, 'tighten' | 'review' | 'loosen'>, Words> = {
  collect: words('Wait: advice needs reports of at least 14 days about at least 100 mails.'),
  repair: words(
    'Mend your own mails first: more than 2 % of them do not prove this domain. The sources show which. Keep the policy until then.',
  ),
  keep: words('Keep the policy. It is the strictest one, and your own mails prove this domain.'),
};

const stricter: Record<Policy, Words> = {
  none: words('Set a policy: p=none changes nothing yet and tells mailbox providers that you watch.'),
  quarantine: words('Your own mails prove this domain. Set p=quarantine, so that forged ones go to the spam folder.'),
  reject: words('Your own mails prove this domain. Set p=reject, so that forged ones are refused.'),
};

/** Says what to do next with the policy. */
export function planWords(say: Say, { plan: { step, policy = 'none' } }: Domain): string {
  if (step === 'tighten') return say(stricter[policy]);
  if (step === 'review')
    return say(
      'Look at the other services first: their mails in your name do not prove this domain. Let those that you use sign with a key of your domain. If none of them is yours, set p={policy}, which stops their mails.',
      { policy },
    );
  if (step === 'loosen')
    return say(
      'Set p={policy} for now: more than 10 % of your own mails do not prove this domain, and people may miss them. The sources show which.',
      { policy },
    );
  return say(steps[step]);
}

const meanings: Record<MailSource['meaning'], readonly [label: Words, kind: 'plain' | 'good' | 'bad' | 'busy']> = {
  own: [words('Yours'), 'good'],
  own_failing: [words('Yours, in part'), 'bad'],
  forwarder: [words('Forwarder'), 'plain'],
  other_service: [words('Another service'), 'busy'],
  unknown: [words('Unknown'), 'bad'],
};

/** Says what a source is, and what to do about it. */
export function sourceWords(say: Say, source: MailSource): Content {
  const [label, kind] = meanings[source.meaning];
  return html`${badge(say(label), kind)}${hint(explain(say, source))}`;
}

function explain(say: Say, { meaning, messages, aligned, proven_by: domain, address }: MailSource): string {
  switch (meaning) {
    case 'own':
      return say('All mails prove your domain.');
    case 'own_failing':
      return say('{share} of the mails do not prove your domain. Let this source sign all of them.', {
        share: say.share(messages - aligned, messages),
      });
    case 'forwarder':
      return say('Passes mails on to others, like a mailing list. There is nothing to do.');
    case 'other_service':
      return domain === undefined
        ? say('Proves a domain of somebody else. If you use this service, let it sign with a key of your domain.')
        : say('Proves {domain}. If you use this service, let it sign with a key of your domain.', { domain });
    case 'unknown':
      return address === undefined
        ? say('All other sources together, each with few mails.')
        : say('Proves nothing: a server of yours that was forgotten, or somebody who forges your mails.');
  }
}

const results: Record<string, Words> = {
  'starttls-not-supported': words('The mail server offers no encryption'),
  'certificate-host-mismatch': words('The certificate has another name'),
  'certificate-expired': words('The certificate has expired'),
  'certificate-not-trusted': words('The certificate is not trusted'),
  'sts-policy-fetch-error': words('The policy could not be fetched'),
  'sts-policy-invalid': words('The policy is not valid'),
};

/** Says why connections to the mail servers of a domain were not encrypted. */
export const resultWords = (say: Say, result: string): string =>
  Object.hasOwn(results, result) ? say(results[result]!) : say('Another reason');
