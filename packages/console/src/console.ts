import { CallError, type Client, createClient, StatusError } from '@mailwright/client';
import {
  ApiError,
  addStrictHeaders,
  FormFault,
  isFromOtherSite,
  policySource,
  usualForm,
} from '@mailwright/server-runtime/web';
import { faultPage } from './components/layout.ts';
import { explainRefusal, notAllowed } from './components/refusals.ts';
import { zoneName } from './components/zone-names.ts';
import { sayFaults } from './faults/said-faults.ts';
import { preferredLanguage } from './language.ts';
import { routes } from './pages/routes.ts';
import { keyRefused, sessionEnded, sessionEndedForGood, sessionEndedKept, signInPage } from './pages/sign-in.ts';
import { enter, enterAsUser } from './pages/ways-in.ts';
import { findAsset } from './web/assets.ts';
import { type CountBody, type FormBody, formBody, ownCount } from './web/body.ts';
import { takeChosen } from './web/conflicts.ts';
import { type ConsoleDemo, demoWasReset, withDemoNote } from './web/demo.ts';
import type { Entrance, SelfService } from './web/entrance.ts';
import { describeFormFault } from './web/form-faults.ts';
import {
  type FormKeeper,
  keptBytes,
  memoryKeeper,
  type Owner,
  openForm,
  personOfKey,
  readOwner,
  sealForm,
  signOwner,
} from './web/kept-forms.ts';
import { readingOnly } from './web/reading-only.ts';
import { redirect, respond } from './web/respond.ts';
import { type Account, findRoute, type Link, type Right, type Route, rightsOf, type Visit } from './web/routes.ts';
import { formToken, isFormToken, type Sessions, sessionCookie, type Visitor } from './web/sessions.ts';
import { type Say, sayIn, words } from './words.ts';

export interface ConsoleOptions {
  /** Returns the base URL of the API, such as `https://localhost:8443/1.0`. */
  apiUrl(): string;
  /** Sends the requests of a visitor to the API; `globalThis.fetch` by default. */
  fetchFor?: ((visitor: Visitor) => (request: Request) => Promise<Response>) | undefined;
  sessions: Sessions;
  /** Secrets for forms whose session has ended; by default, forms are kept until this process ends. */
  formKeeper?: FormKeeper | undefined;
  /** Ways in for users; without them only API keys open the console. */
  entrance?: Entrance | undefined;
  /** Pages beside the console, for its navigation. */
  links?: readonly Link[] | undefined;
  /** Counts forms together with the bodies of the API; by default they count alone. */
  countBody?: CountBody | undefined;
  /** Tells on each page that this is a demo, and lets everybody in. */
  demo?: ConsoleDemo | undefined;
  /** Whether to show the page of all components. */
  development?: boolean | undefined;
  /** Is told of failures that are no answer of the API. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Answers the requests below `/console`. Never rejects. */
export type ConsoleHandler = (request: Request, visitor: Visitor) => Promise<Response>;

/** A request, and the language of its answer. */
interface Arrival {
  request: Request;
  visitor: Visitor;
  url: URL;
  path: string;
  say: Say;
  body: FormBody;
}

interface Session {
  token: string;
  key: string;
  self: SelfService | undefined;
  /** Whose the forms of the session are. */
  owner: Owner;
  /** Secret of the owner's realm; without one no forms are kept. */
  secret: Uint8Array | undefined;
}

/** A form of a page, and whether it is only shown again: its sender has signed in since it was filled in. */
interface Sent {
  form: FormData;
  isShownAgain: boolean;
}

/** Creates the console: a request handler that knows the service only through its API. */
export function createConsole(options: ConsoleOptions): ConsoleHandler {
  const { apiUrl, sessions, entrance, fetchFor, demo, links = [], development = false, onError = () => {} } = options;
  const { countBody = ownCount(), formKeeper = memoryKeeper() } = options;
  const clientOf = (apiKey: string, { visitor, say }: Pick<Arrival, 'visitor' | 'say'>, refusal?: string) => {
    const send = fetchFor?.(visitor);
    const fetch = refusal === undefined ? send : readingOnly(send ?? globalThis.fetch, refusal);
    return createClient({ baseUrl: apiUrl(), apiKey, middleware: [sayFaults(say)], ...(fetch && { fetch }) });
  };

  const waysIn = {
    forUsers: entrance !== undefined,
    provider: entrance?.singleSignOn?.provider,
    demoKey: demo?.key,
  };

  const answer = async (arrival: Arrival): Promise<Response> => {
    const { request, visitor, url, path, say } = arrival;
    const { method } = request;
    const asset = findAsset(path, request.headers.get('accept-encoding'));
    if (asset) return asset;
    if (method !== 'GET' && method !== 'POST')
      return refuse(say, 405, say('Pages are read with GET and changed with POST.'));
    if (method === 'POST' && isFromOtherSite(Object.fromEntries(request.headers), schemesOf(url)))
      return refuse(say, 403, say('Requests from pages of other sites are not allowed.'));
    if (path === '/console/sign-in' && method === 'POST') return signIn(arrival);
    const token = tokenOf(request);
    const endSession = async () => {
      if (token) await sessions.close(token);
    };
    const entered =
      entrance && (await enter(entrance, { ...arrival, method, form: () => arrival.body.read(), endSession }));
    if (entered) return entered;

    const session = token && (await findSession(token, visitor));
    if (!session) return askToSignIn(arrival);
    const known = { ...arrival, say: sayTo(session, say) };
    return withFaultPages(known.say, () => answerSignedIn(known, session));
  };

  const findSession = async (token: string, visitor: Visitor): Promise<Session | undefined> => {
    const key = await sessions.findKey(token);
    if (key === undefined) return undefined;
    const self = await entrance?.findSelf(token, visitor);
    const owner = { realm: formKeeper.realmOf(token), person: self?.person ?? personOfKey(key) };
    return { token, key, self, owner, secret: await formKeeper.secretOf(owner.realm) };
  };

  /** A form that somebody has filled in goes along with signing in. */
  const askToSignIn = async (arrival: Arrival): Promise<Response> => {
    const { request, path, say, body } = arrival;
    if (request.method === 'GET') {
      const message = demo && tokenOf(request) !== undefined ? say(demoWasReset) : undefined;
      return respond(signInPage(say, { ...waysIn, message }), 401);
    }
    if (path === '/console/kept') return askWithKept(say, keptIn(await body.read(signInForm)));
    const found = findRoute(routes, 'POST', path);
    if (!found || 'allowed' in found || !found.route.keeps) return redirect('/console');
    let owner: Owner | undefined;
    const isOwned = async (given: string) => {
      owner = await readOwner(formKeeper, ownerIn(given));
      return owner !== undefined;
    };
    return keepForm(say, path, await body.read(found.route.bounds, isOwned), owner!);
  };

  const keepForm = async (say: Say, path: string, form: FormData, owner: Owner): Promise<Response> => {
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
    const secret = await formKeeper.secretOf(owner.realm);
    return askWithKept(say, secret && sealForm(secret, owner, { path, fields }));
  };

  const askWithKept = (say: Say, kept: string | undefined): Response => {
    const message = kept === undefined ? say(sessionEndedForGood) : say(sessionEndedKept);
    return respond(signInPage(say, { ...waysIn, message, kept }), 401);
  };

  /** Shows a form that was kept, to its owner alone. */
  const showKept = async (arrival: Arrival, session: Session, kept: string): Promise<Response | undefined> => {
    const sent = session.secret && openForm(session.secret, session.owner, kept);
    if (!sent) return undefined;
    const form = new FormData();
    for (const [name, value] of sent.fields) form.append(name, value);
    const there = {
      ...arrival,
      path: sent.path,
      url: new URL(sent.path, arrival.url),
      say: sayTo(session, arrival.say),
    };
    return withFaultPages(there.say, () => openPage(there, session, { form, isShownAgain: true }));
  };

  const answerSignedIn = async (arrival: Arrival, session: Session) => {
    const { request, path, say, body } = arrival;
    const { method } = request;
    if (method === 'POST' && path === '/console/kept')
      return (await showKept(arrival, session, keptIn(await body.read(signInForm)) ?? '')) ?? redirect('/console');
    const found = findRoute(routes, method, path);
    if (path !== '/console/sign-out' && found === undefined)
      return refuse(say, 404, say('There is no page with this address.'));
    if (found && 'allowed' in found)
      return refuse(say, 405, say('This page answers only {methods}.', { methods: say.list(found.allowed) }));

    const demandedBy = session.self?.demandedBy;
    if (demandedBy !== undefined && found && !found.route.setsUp) return redirect('/console/profile/second-factor');

    let isShownAgain = false;
    const isToken = async (given: string) => {
      if (isFormToken(session.token, given)) return true;
      if (!found?.route.keeps) return false;
      const owner = await readOwner(formKeeper, ownerIn(given));
      isShownAgain = owner?.realm === session.owner.realm && owner.person === session.owner.person;
      return isShownAgain;
    };
    const form = method === 'POST' ? await body.read(found?.route.bounds, isToken, session.token) : new FormData();
    if (path === '/console/sign-out') return method === 'POST' ? signOut(session.token) : redirect('/console');
    try {
      return await openPage(arrival, session, { form, isShownAgain });
    } catch (error) {
      if (!(error instanceof StatusError && error.status === 401) || !found!.route.keeps) throw error;
      // The session does not tell any more whose it was.
      const owner = await readOwner(formKeeper, ownerIn(String(form.get('token') ?? '')));
      if (owner === undefined) throw error;
      return keepForm(say, path, form, owner);
    }
  };

  const openPage = async (arrival: Arrival, session: Session, { form, isShownAgain }: Sent): Promise<Response> => {
    const { request, visitor, url, path, say } = arrival;
    const { token, key, self, owner, secret } = session;
    const method = isShownAgain ? 'POST' : request.method;
    const found = findRoute(routes, method, path);
    if (!found || 'allowed' in found) return refuse(say, 404, say('There is no page with this address.'));
    const client = clientOf(key, { visitor, say }, isShownAgain ? say(shownAgain) : undefined);
    const about = { path, query: url.searchParams, params: found.params, form: takeChosen(form) };
    const demandedBy = self?.demandedBy;
    const account = demandedBy === undefined ? await readAccount(client) : { ...nothingYet, name: demandedBy };
    const missing = (of: Route['method'], address: string) =>
      rightsOf(routes, of, address).filter((right) => !account.rights.has(right));
    const withheld = new Set<Right>();
    const visit: Visit = {
      ...about,
      client,
      account,
      offers: (of, address) => {
        const lacking = missing(of, address);
        for (const right of lacking) withheld.add(right);
        return lacking.length === 0;
      },
      withheld,
      formToken: secret ? `${formToken(token)}.${signOwner(secret, owner)}` : formToken(token),
      self,
      say,
      links,
      development,
    };
    const lacking = missing(found.route.method, path);
    if (lacking.length > 0) return refuse(say, 403, explainRefusal(say, lacking));
    return found.route.handle(visit);
  };

  const signIn = async (arrival: Arrival) => {
    const { say, visitor, body } = arrival;
    const form = await body.read(signInForm);
    const kept = keptIn(form);
    const entry = entrance && (await enterAsUser(say, entrance, form, visitor, kept));
    if (entry instanceof Response) return entry;
    if (entry !== undefined) return open(arrival, entry.token, kept);
    const key = String(form.get('key') ?? '').trim();
    const token = key === '' ? undefined : await sessions.open(key, visitor);
    if (token === undefined) return respond(signInPage(say, { ...waysIn, message: say(keyRefused), kept }), 403);
    return open(arrival, token, kept);
  };

  /** Every signing in gets a token of its own, and ends the session that the browser had before. */
  const open = async (arrival: Arrival, token: string, kept: string | undefined) => {
    const before = tokenOf(arrival.request);
    if (before !== undefined) await sessions.close(before);
    const session = kept === undefined ? undefined : await findSession(token, arrival.visitor);
    const isFree = session !== undefined && session.self?.demandedBy === undefined;
    const response = (isFree && (await showKept(arrival, session, kept!))) || redirect('/console');
    response.headers.set('set-cookie', sessionCookie.write(token));
    return response;
  };

  const signOut = async (token: string) => {
    await sessions.close(token);
    const response = redirect('/console');
    response.headers.set('set-cookie', sessionCookie.end);
    return response;
  };

  /** Images of mailings are at the service, which is another origin when the console runs apart. */
  const showImages = (response: Response) => {
    const policy = response.headers.get('content-security-policy');
    const source = policySource(apiUrl());
    const allowed = `img-src 'self' ${source}`;
    if (policy !== null && source !== undefined)
      response.headers.set('content-security-policy', policy.replace("img-src 'self'", allowed));
    return response;
  };

  /** Shows failures in the language of the visitor. */
  const withFaultPages = async (say: Say, work: () => Promise<Response>): Promise<Response> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FormFault) return refuse(say, error.status, describeFormFault(error)(say));
      if (error instanceof ApiError && error.status === 503) {
        const response = refuse(
          say,
          503,
          say('Too many forms are being sent at once. Please send this one again in a moment.'),
        );
        response.headers.set('retry-after', '2');
        return response;
      }
      if (error instanceof StatusError && error.status === 401) {
        const response = respond(signInPage(say, { ...waysIn, message: say(sessionEnded) }), 401);
        response.headers.set('set-cookie', sessionCookie.end);
        return response;
      }
      if (error instanceof StatusError && error.status === 403) return refuse(say, 403, say(notAllowed));
      if (error instanceof StatusError && error.status < 500) return refuse(say, error.status, error.message);
      onError(error);
      if (error instanceof CallError)
        return refuse(say, 503, say('The service does not answer. Please try again in a moment.'));
      return refuse(say, 500, say('The page could not be shown. The log of the console has the reason.'));
    }
  };

  return async (request, visitor) => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/(?<=.)\/$/, '');
    const say = sayIn(preferredLanguage(request.headers.get('accept-language')));
    const body = formBody(request, visitor, countBody);
    try {
      const response = showImages(await withFaultPages(say, () => answer({ request, visitor, url, path, say, body })));
      addStrictHeaders(response.headers);
      return demo ? await withDemoNote(response, demo) : response;
    } finally {
      body.release();
    }
  };
}

/** Signing in, with a form that is kept. */
const signInForm = { ...usualForm, bytes: keptBytes };

const keptIn = (form: FormData): string | undefined => String(form.get('kept') ?? '') || undefined;

/** The signed owner follows the token of the session. */
const ownerIn = (given: string) => given.slice(given.indexOf('.') + 1);

const sayTo = ({ self }: Session, say: Say): Say => (self === undefined ? say : sayIn(self.language));

const shownAgain = words(
  'You have signed in again, and nothing of this page was saved yet. Here is what you typed: look at it, and save it.',
);

const tokenOf = (request: Request) => sessionCookie.read(request.headers.get('cookie'));

/** A console that runs apart speaks plain HTTP, with or without a proxy of HTTPS in front. */
const schemesOf = ({ protocol }: URL) => (protocol === 'https:' ? ['https'] : ['https', 'http']);

const refuse = (say: Say, status: number, message: string) => respond(faultPage(say, message), status);

async function readAccount(client: Client): Promise<Account> {
  const { name, time_zone, rights = [] } = await client.account.getInfo().orThrow();
  return { name, timeZone: zoneName(time_zone ?? 'UTC'), rights: new Set(rights) };
}

/** Of somebody who must set up a second factor first. */
const nothingYet = { timeZone: 'UTC', rights: new Set<Right>() };
