import { CallError, type Client, createClient, StatusError } from '@mailwright/client';
import { faultPage } from './components/layout.ts';
import { routes } from './pages/routes.ts';
import { keyRefused, sessionEnded, signInPage } from './pages/sign-in.ts';
import { enter, enterAsUser } from './pages/ways-in.ts';
import { findAsset } from './web/assets.ts';
import { BodyFault, readForm } from './web/body.ts';
import type { Entrance } from './web/entrance.ts';
import { redirect, respond } from './web/respond.ts';
import { type Account, findRoute, type Link, type Visit } from './web/routes.ts';
import {
  endedCookie,
  formToken,
  isFormToken,
  isFromOtherSite,
  readToken,
  type Sessions,
  sessionCookie,
  type Visitor,
} from './web/sessions.ts';

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
  /** Whether to show the page of all components. */
  development?: boolean | undefined;
  /** Is told of failures that are no answer of the API. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Answers the requests below `/console`. Never rejects. */
export type ConsoleHandler = (request: Request, visitor: Visitor) => Promise<Response>;

const signInLimit = 10_000;

/** Creates the console: a request handler that knows the service only through its API. */
export function createConsole(options: ConsoleOptions): ConsoleHandler {
  const { apiUrl, sessions, entrance, fetchFor, links = [], development = false, onError = () => {} } = options;
  const clientOf = (apiKey: string, visitor: Visitor) =>
    createClient({ baseUrl: apiUrl(), apiKey, ...(fetchFor && { fetch: fetchFor(visitor) }) });

  const waysIn = { forUsers: entrance !== undefined, provider: entrance?.singleSignOn?.provider };

  const answer = async (request: Request, visitor: Visitor): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/(?<=.)\/$/, '');
    const { method } = request;
    const asset = findAsset(path, request.headers.get('accept-encoding'));
    if (asset) return asset;
    if (method !== 'GET' && method !== 'POST') return refuse(405, 'Pages are read with GET and changed with POST.');
    if (method === 'POST' && isFromOtherSite(request.headers))
      return refuse(403, 'Requests from pages of other sites are not allowed.');
    if (path === '/console/sign-in' && method === 'POST') return signIn(request, visitor);
    const entered = entrance && (await enter(entrance, { request, method, path, url, visitor }));
    if (entered) return entered;

    const token = readToken(request);
    const key = token && (await sessions.findKey(token));
    if (!token || key === undefined) return method === 'GET' ? respond(signInPage(waysIn), 401) : redirect('/console');
    const found = findRoute(routes, method, path);
    if (path !== '/console/sign-out' && found === undefined) return refuse(404, 'There is no page with this address.');
    if (found && 'allowed' in found) return refuse(405, `This page answers only ${found.allowed.join(' and ')}.`);

    const form = method === 'POST' ? await readForm(request, found?.route.limit ?? signInLimit) : new FormData();
    if (method === 'POST' && !isFormToken(token, String(form.get('token'))))
      return refuse(403, 'The form is out of date. Go back, load the page again and repeat the change.');
    if (path === '/console/sign-out') return method === 'POST' ? signOut(token) : redirect('/console');

    const client = clientOf(key, visitor);
    const about = { path, query: url.searchParams, params: found!.route ? found!.params : {}, form };
    const visit: Visit = {
      ...about,
      client,
      account: await readAccount(client),
      formToken: formToken(token),
      self: await entrance?.findSelf(token, visitor),
      links,
      development,
    };
    return found!.route.handle(visit);
  };

  const signIn = async (request: Request, visitor: Visitor) => {
    const form = await readForm(request, signInLimit);
    const before = readToken(request);
    const entry = entrance && (await enterAsUser(entrance, form, visitor));
    if (entry instanceof Response) return entry;
    if (entry !== undefined) return open(entry.token, before);
    const key = String(form.get('key') ?? '').trim();
    const token = key === '' ? undefined : await sessions.open(key, visitor);
    if (token === undefined) return respond(signInPage({ ...waysIn, message: keyRefused }), 403);
    return open(token, before);
  };

  /** Every signing in gets a token of its own, and ends the session that the browser had before. */
  const open = async (token: string, before: string | undefined) => {
    if (before !== undefined) await sessions.close(before);
    const response = redirect('/console');
    response.headers.set('set-cookie', sessionCookie(token));
    return response;
  };

  const signOut = async (token: string) => {
    await sessions.close(token);
    const response = redirect('/console');
    response.headers.set('set-cookie', endedCookie);
    return response;
  };

  /** Images of mailings are at the service, which is another origin when the console runs apart. */
  const showImages = (response: Response) => {
    const policy = response.headers.get('content-security-policy');
    const allowed = `img-src 'self' ${new URL(apiUrl()).origin}`;
    if (policy !== null) response.headers.set('content-security-policy', policy.replace("img-src 'self'", allowed));
    return response;
  };

  return async (request, visitor) => {
    try {
      return showImages(await answer(request, visitor));
    } catch (error) {
      if (error instanceof BodyFault) return refuse(error.status, error.message);
      if (error instanceof StatusError && error.status === 401) {
        const response = respond(signInPage({ ...waysIn, message: sessionEnded }), 401);
        response.headers.set('set-cookie', endedCookie);
        return response;
      }
      if (error instanceof StatusError && error.status < 500) return refuse(error.status, error.message);
      onError(error);
      if (error instanceof CallError) return refuse(503, 'The service does not answer. Please try again in a moment.');
      return refuse(500, 'The page could not be shown. The log of the console has the reason.');
    }
  };
}

const refuse = (status: number, message: string) => respond(faultPage(message), status);

async function readAccount(client: Client): Promise<Account> {
  const { name, time_zone } = await client.account.getInfo().orThrow();
  return { name, timeZone: time_zone ?? 'UTC' };
}
