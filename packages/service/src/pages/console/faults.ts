import type { Fault } from '@mailwright/console';
import type { users } from '../../account/index.ts';

export const linkEnded: Fault = (say) => say('The link is not valid any more.');

/** Says when somebody may try again. */
export function tooMany({ waitMillis, by }: users.HeldBack): Fault {
  const minutes = Math.max(1, Math.ceil(waitMillis / 60_000));
  return (say) =>
    by === 'network'
      ? say(
          'Too many attempts from this network. {minutes, plural, one {Try again in # minute.} other {Try again in # minutes.}}',
          { minutes },
        )
      : say(
          'Too many attempts for this user. {minutes, plural, one {Try again in # minute.} other {Try again in # minutes.}}',
          { minutes },
        );
}

/** Says what is wrong with a new password. */
export function describePassword(wrong: users.PasswordFault): Fault {
  switch (wrong.kind) {
    case 'short': {
      const { limit, length } = wrong;
      return (say) =>
        say('The password must have at least {limit, number} characters but has {length, number}.', { limit, length });
    }
    case 'long': {
      const { limit, length } = wrong;
      return (say) =>
        say('The password must have at most {limit, number} characters but has {length, number}.', { limit, length });
    }
    case 'repetitive':
      return (say) => say('The password repeats a few characters. Choose one that nobody guesses.');
    case 'letterless':
      return (say) => say('The password has no letters. Choose one that nobody guesses.');
    case 'common':
      return (say) => say('The password is a common one. Choose one that nobody guesses.');
    case 'personal':
      return (say) => say('The password consists of a name or address. Choose one that nobody guesses.');
  }
}

/** Says why a passkey was not added. */
export const describePasskey =
  (refusal: { limit: number } | 'unverified'): Fault =>
  (say) =>
    refusal === 'unverified'
      ? say('The passkey could not be verified. Please try again.')
      : say('You have {limit, number} passkeys, which is the maximum.', { limit: refusal.limit });
