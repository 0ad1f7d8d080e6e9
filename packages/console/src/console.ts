import { CallError, type Client, createClient, StatusError } from '@mailwright/client';
import { ApiError, addStrictHeaders, FormFault, isFromOtherSite, policySource } from '@mailwright/server-runtime/web';
import { faultPage } from './components/layout.ts';
import { preferredLanguage } from './language.ts';
import { routes } from './pages/routes.ts';
import { keyRefused, sessionEnded, signInPage } from './pages/sign-in.ts';
import { enter, enterAsUser } from './pages/ways-in.ts';
import { findAsset } from './web/assets.ts';
import { type CountBody, type FormBody, formBody, ownCount } from './web/body.ts';
import type { Entrance, SelfService } from './web/entrance.ts';
import { describeFormFault } from './web/form-faults.ts';
import { redirect, respond } from './web/respond.ts';
import { type Account, findRoute, type Link, type Visit } from './web/routes.ts';
import { formToken, type Sessions, sessionCookie, type Visitor } from './web/sessions.ts';
import { type Say, sayIn } from './words.ts';

export interface ConsoleOptions {
  /** Returns the base URL of the API, such as `https://localhost:8443/1.0`. */
  apiUrl(): string;
  /** Sends the requests of a visitor to the API; `globalThis.fetch` by default. */
  fetchFor?: ((visitor: Visitor) => (request: Request) => Promise<Response>) | undefined;
  sessions: Sessions;
  /** Ways in for users; without them only API keys open the console. */
  entrance?: Entrance | undefined;
  /** Pages beside the console, for its navigation. */
  links?: readonly Link[] | undefined;
  /** Counts forms together with the bodies of the API; by default they count alone. */
  countBody?: CountBody | undefined;
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
}

/** Creates the console: a request handler that knows the service only through its API. */
export function createConsole(options: ConsoleOptions): ConsoleHandler {
  const { apiUrl, sessions, entrance, fetchFor, links = [], development = false, onError = () => {} } = options;
  const { countBody = ownCount() } = options;
  const clientOf = (apiKey: string, visitor: Visitor) =>
    createClient({ baseUrl: apiUrl(), apiKey, ...(fetchFor && { fetch: fetchFor(visitor) }) });

  const waysIn = { forUsers: entrance !== undefined, provider: entrance?.singleSignOn?.provider };

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

    const key = token && (await sessions.findKey(token));
    if (!token || key === undefined)
      return method === 'GET' ? respond(signInPage(say, waysIn), 401) : redirect('/console');
    const self = await entrance?.findSelf(token, visitor);
    const known = self === undefined ? arrival : { ...arrival, say: sayIn(self.language) };
    return withFaultPages(known.say, () => answerSignedIn(known, { token, key, self }));
  };

  const answerSignedIn = async ({ request, visitor, url, path, say, body }: Arrival, { token, key, self }: Session) => {
    const { method } = request;
    const found = findRoute(routes, method, path);
    if (path !== '/console/sign-out' && found === undefined)
      return refuse(say, 404, say('There is no page with this address.'));
    if (found && 'allowed' in found)
      return refuse(say, 405, say('This page answers only {methods}.', { methods: say.list(found.allowed) }));

    const demandedBy = self?.demandedBy;
    if (demandedBy !== undefined && found && !found.route.setsUp) return redirect('/console/profile/second-factor');

    const form = method === 'POST' ? await body.read(found?.route.bounds, token) : new FormData();
    if (path === '/console/sign-out') return method === 'POST' ? signOut(token) : redirect('/console');

    const client = clientOf(key, visitor);
    const about = { path, query: url.searchParams, params: found!.route ? found!.params : {}, form };
    const visit: Visit = {
      ...about,
      client,
      account: demandedBy === undefined ? await readAccount(client) : { name: demandedBy, timeZone: 'UTC' },
      formToken: formToken(token),
      self,
      say,
      links,
      development,
    };
    return found!.route.handle(visit);
  };

  const signIn = async ({ say, request, visitor, body }: Arrival) => {
    const form = await body.read();
    const before = tokenOf(request);
    const entry = entrance && (await enterAsUser(say, entrance, form, visitor));
    if (entry instanceof Response) return entry;
    if (entry !== undefined) return open(entry.token, before);
    const key = String(form.get('key') ?? '').trim();
    const token = key === '' ? undefined : await sessions.open(key, visitor);
    if (token === undefined) return respond(signInPage(say, { ...waysIn, message: say(keyRefused) }), 403);
    return open(token, before);
  };

  /** Every signing in gets a token of its own, and ends the session that the browser had before. */
  const open = async (token: string, before: string | undefined) => {
    if (before !== undefined) await sessions.close(before);
    const response = redirect('/console');
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
      return response;
    } finally {
      body.release();
    }
  };
}

const tokenOf = (request: Request) => sessionCookie.read(request.headers.get('cookie'));

/** A console that runs apart speaks plain HTTP, with or without a proxy of HTTPS in front. */
const schemesOf = ({ protocol }: URL) => (protocol === 'https:' ? ['https'] : ['https', 'http']);

const refuse = (say: Say, status: number, message: string) => respond(faultPage(say, message), status);

async function readAccount(client: Client): Promise<Account> {
  const { name, time_zone } = await client.account.getInfo().orThrow();
  return { name, timeZone: time_zone ?? 'UTC' };
}
