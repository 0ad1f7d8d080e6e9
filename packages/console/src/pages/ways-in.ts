import type { Entrance, Entry, Fault, SingleSignOn } from '../web/entrance.ts';
import { redirect, respond, respondJson } from '../web/respond.ts';
import { handshakeCookie, sessionCookie, type Visitor } from '../web/sessions.ts';
import type { Say } from '../words.ts';
import {
  choosePasswordPage,
  forgottenPage,
  linkEndedPage,
  passkeySavedPage,
  passwordSavedPage,
  resetSentPage,
} from './choose-password.ts';
import { createFirst, showFirst } from './first-user.ts';
import { accountChoicePage, codePage, signedInPage, signInPage } from './sign-in.ts';

interface EntranceRequest {
  request: Request;
  method: string;
  path: string;
  url: URL;
  visitor: Visitor;
  say: Say;
  /** Reads the form. */
  form(): Promise<FormData>;
  /** Ends the session that the browser has, if any. */
  endSession(): Promise<void>;
}

/** Answers pages for people who have not signed in yet; `undefined` for other paths. */
export async function enter(
  entrance: Entrance,
  { request, method, path, url, visitor, say, form, endSession }: EntranceRequest,
) {
  switch (`${method} ${path}`) {
    case 'POST /console/passkeys/options':
      return respondJson(await entrance.passkeyOptions());
    case 'GET /console/forgotten':
      return respond(forgottenPage(say));
    case 'POST /console/forgotten':
      entrance.requestReset(String((await form()).get('email') ?? ''), visitor);
      return respond(resetSentPage(say));
    case 'GET /console/password':
      return showChoice(say, entrance, url.searchParams.get('token') ?? '');
    case 'POST /console/password':
      return choose(say, entrance, await form());
    case 'POST /console/password/passkey':
      return offerPasskey(say, entrance, await form());
    case 'GET /console/first':
      return showFirst(say, entrance, url.searchParams.get('token') ?? '');
    case 'POST /console/first':
      return createFirst(say, entrance, await form(), visitor);
    case 'GET /console/single-sign-on':
      return entrance.singleSignOn && goToProvider(say, entrance.singleSignOn, endSession);
    case 'GET /console/single-sign-on/answer':
      return entrance.singleSignOn && takeAnswer(entrance.singleSignOn, { request, url, visitor, say });
    case 'GET /console/sign-in':
      return redirect('/console');
    default:
      return undefined;
  }
}

/**
 * Nothing is stored: the browser keeps the secret to which the answer belongs. A session that it has ends here, because its
 * cookie does not come along with the answer of the provider.
 */
async function goToProvider(say: Say, provider: SingleSignOn, endSession: () => Promise<void>): Promise<Response> {
  const begun = await provider.begin();
  if ('fault' in begun) return respond(signInPage(say, { ...waysIn(provider), message: begun.fault(say) }), 503);
  await endSession();
  const response = redirect(begun.url);
  response.headers.set('set-cookie', handshakeCookie.write(begun.handshake));
  return response;
}

async function takeAnswer(
  provider: SingleSignOn,
  { request, url, visitor, say }: Pick<EntranceRequest, 'request' | 'url' | 'visitor' | 'say'>,
): Promise<Response> {
  const entry = await provider.enter(
    handshakeCookie.read(request.headers.get('cookie')) ?? '',
    url.searchParams,
    visitor,
  );
  const signedIn = 'token' in entry;
  const page = () =>
    'choices' in entry
      ? respond(accountChoicePage(say, entry.choices))
      : respond(signInPage(say, { ...waysIn(provider), message: (entry as { fault: Fault }).fault(say) }), 403);
  const response = signedIn ? respond(signedInPage(say)) : page();
  response.headers.append('set-cookie', handshakeCookie.end);
  if (signedIn) response.headers.append('set-cookie', sessionCookie.write(entry.token));
  return response;
}

const waysIn = ({ provider }: SingleSignOn) => ({ forUsers: true, provider });

async function showChoice(say: Say, entrance: Entrance, token: string, message?: string): Promise<Response> {
  const invited = await entrance.findInvited(token);
  if (invited === undefined) return respond(linkEndedPage(say), 404);
  return respond(choosePasswordPage(say, token, invited, message), message === undefined ? 200 : 400);
}

async function choose(say: Say, entrance: Entrance, form: FormData): Promise<Response> {
  const token = String(form.get('token') ?? '');
  const response = form.get('response');
  const invited = await entrance.findInvited(token);
  const wrong =
    typeof response === 'string'
      ? await entrance.acceptByPasskey(token, response)
      : await entrance.choosePassword(token, String(form.get('password') ?? ''));
  if (wrong === undefined && typeof response === 'string') return respond(passkeySavedPage(say));
  return wrong === undefined
    ? respond(passwordSavedPage(say, invited?.isInvitation))
    : showChoice(say, entrance, token, wrong(say));
}

async function offerPasskey(say: Say, entrance: Entrance, form: FormData): Promise<Response> {
  const options = await entrance.invitedPasskeyOptions(String(form.get('token') ?? ''));
  return options === undefined ? respond(linkEndedPage(say), 404) : respondJson(options);
}

/** Tries what a person has entered. Returns a page if a step is missing or something is wrong; `undefined` for an API key. */
export async function enterAsUser(
  say: Say,
  entrance: Entrance,
  form: FormData,
  visitor: Visitor,
  kept?: string,
): Promise<{ token: string } | Response | undefined> {
  const text = (name: string) => String(form.get(name) ?? '');
  const provider = entrance.singleSignOn?.provider;
  const [email, secondFactor] = [text('email').trim(), text('step')];
  const reply = (entry: Entry) => {
    if ('token' in entry) return entry;
    if ('secondFactor' in entry) return respond(codePage(say, entry.secondFactor, kept));
    if (secondFactor !== '') return respond(codePage(say, secondFactor, kept, entry.fault(say)), 403);
    return respond(signInPage(say, { forUsers: true, provider, message: entry.fault(say), email, kept }), 403);
  };
  if (form.has('choice') && entrance.singleSignOn)
    return reply(await entrance.singleSignOn.choose(text('choice'), visitor));
  if (form.has('response')) return reply(await entrance.enterByPasskey(text('response'), visitor));
  if (secondFactor !== '') return reply(await entrance.enterByCode({ secondFactor, code: text('code') }, visitor));
  if (email === '') return undefined;
  return reply(await entrance.enterByPassword({ email, password: text('password') }, visitor));
}
