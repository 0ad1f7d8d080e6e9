import { readForm } from '../web/body.ts';
import type { Entrance } from '../web/entrance.ts';
import { redirect, respond } from '../web/respond.ts';
import type { Visitor } from '../web/sessions.ts';
import {
  choosePasswordPage,
  forgottenPage,
  linkEndedPage,
  passwordSavedPage,
  resetSentPage,
} from './choose-password.ts';

interface EntranceRequest {
  request: Request;
  method: string;
  path: string;
  url: URL;
  visitor: Visitor;
}

const formLimit = 10_000;

/** Answers pages for people who have not signed in yet; `undefined` for other paths. */
export async function enter(entrance: Entrance, { request, method, path, url, visitor }: EntranceRequest) {
  const form = () => readForm(request, formLimit);
  switch (`${method} ${path}`) {
    case 'GET /console/forgotten':
      return respond(forgottenPage());
    case 'POST /console/forgotten':
      entrance.requestReset(String((await form()).get('email') ?? ''), visitor);
      return respond(resetSentPage());
    case 'GET /console/password':
      return showChoice(entrance, url.searchParams.get('token') ?? '');
    case 'POST /console/password':
      return choose(entrance, await form());
    case 'GET /console/sign-in':
      return redirect('/console');
    default:
      return undefined;
  }
}

async function showChoice(entrance: Entrance, token: string, message?: string): Promise<Response> {
  const invited = await entrance.findInvited(token);
  if (invited === undefined) return respond(linkEndedPage(), 404);
  return respond(choosePasswordPage(token, invited, message), message === undefined ? 200 : 400);
}

async function choose(entrance: Entrance, form: FormData): Promise<Response> {
  const token = String(form.get('token') ?? '');
  const message = await entrance.choosePassword(token, String(form.get('password') ?? ''));
  return message === undefined ? respond(passwordSavedPage()) : showChoice(entrance, token, message);
}
