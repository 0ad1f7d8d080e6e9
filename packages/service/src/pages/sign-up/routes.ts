import { createHmac } from 'node:crypto';
import { ApiError } from '@mailwright/server/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { branding, findAccount } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formOf, type TextForm } from '../../platform/http/forms.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import type { Log } from '../../platform/log/log.ts';
import { clientNetwork, truncatedAddress } from '../../platform/network/remote-address.ts';
import { locationOf } from '../../platform/text/location.ts';
import { xmlText } from '../../platform/text/xml.ts';
import {
  checkTicket,
  type FormField,
  findFormByToken,
  formUrl,
  isFormAttacked,
  isProof,
  limitsOf,
  minAgeSeconds,
  readAnswers,
  recordUnusable,
  type SignUpForm,
  signUp,
  takeAllowance,
  workBits,
  writeTicket,
} from '../../sign-up/index.ts';
import { signingKey } from '../../tracking/index.ts';
import { formName } from '../profile/inputs.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';
import { emptyForm, type FilledForm, honeypot } from './form.ts';
import { formPage, formPageHeaders, refusalPage, snippet, thanksPage, thanksText } from './pages.ts';
import { script } from './script.ts';
import { words } from './words.ts';

interface Options {
  db: Db;
  log: Log;
  unknown: AnswerUnknown;
  publicUrl: () => string;
  wakeWorker: () => void;
}

type Link = { Params: { token: string } };
type Outcome =
  | { kind: 'done' }
  | { kind: 'wrong'; wrong: FilledForm['wrong'] }
  | { kind: 'check' }
  | { kind: 'unavailable' }
  | { kind: 'tooMany'; seconds: number };

/** Answers come at whole quarters of a second, so that their time does not tell whether an address is known. */
const answerMillis = 250;

/** `/forms/{token}`: GET shows a form and changes nothing, POST signs up, as a form or as JSON of allowed origins. */
export function registerSignUpRoutes(app: FastifyInstance, options: Options): void {
  const { db, unknown, publicUrl } = options;
  takeJson(app);

  app.get('/forms/form.js', (_request, reply) => {
    const headers = { ...pageHeaders, 'content-type': 'text/javascript; charset=utf-8' };
    reply.headers({
      ...headers,
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    });
    return reply.send(script);
  });

  app.get<Link>('/forms/:token', async (request, reply) => {
    const form = await findFormByToken(db, request.params.token);
    if (form === undefined) return unknown(request, reply);
    return sendForm(reply, form, emptyForm);
  });

  app.get<Link>('/forms/:token/snippet', async (request, reply) => {
    const form = await findFormByToken(db, request.params.token);
    if (form === undefined) return unknown(request, reply);
    return reply
      .headers({ ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' })
      .send(snippet(form, await brandOfForm(form), formUrl(publicUrl(), form)));
  });

  app.get<Link>('/forms/:token/ticket', async (request, reply) => {
    const form = await findFormByToken(db, request.params.token);
    if (form === undefined) return unknown(request, reply);
    reply.headers(jsonHeaders(form, request, publicUrl()));
    const { ticket, attacked } = await prepare(form);
    return reply.send({ ticket, wait: minAgeSeconds, ...(attacked && { bits: workBits }) });
  });

  app.options<Link>('/forms/:token', async (request, reply) => {
    const form = await findFormByToken(db, request.params.token);
    if (form === undefined) return unknown(request, reply);
    const allowed = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' };
    return reply
      .code(204)
      .headers({ ...jsonHeaders(form, request, publicUrl()), ...allowed })
      .send();
  });

  app.post<Link>('/forms/:token', async (request, reply) => {
    const form = await findFormByToken(db, request.params.token);
    if (form === undefined) return unknown(request, reply);
    const entered = readEntered(request);
    if (isJson(request)) {
      reply.headers(jsonHeaders(form, request, publicUrl()));
      if (!isAllowed(form, request, publicUrl())) {
        return reply.code(403).send({ message: 'Forms of this site may not be sent here; see origins of the form.' });
      }
    }
    const outcome = await takeEvenTime(() => submit(form, entered, request));
    return isJson(request) ? sendJson(reply, form, outcome) : sendPage(reply, form, entered, outcome);
  });

  async function submit(form: SignUpForm, entered: Entered, request: FastifyRequest): Promise<Outcome> {
    if (entered.get(honeypot)) return { kind: 'done' };
    const signer = await signerOf(form);
    const standing = checkTicket(entered.get('ticket'), signer, nowSeconds());
    if (standing !== 'good' || entered.get('version') !== String(form.consent_version)) return { kind: 'check' };
    const read = readAnswers(form, filledOf(form, entered));
    if ('wrong' in read) return { kind: 'wrong', wrong: read.wrong };
    const email = entered.get('email');
    const hasWorked = isProof(entered.get('ticket'), email, entered.get('proof'));
    if (!hasWorked && (await isFormAttacked(db, form))) return { kind: 'check' };
    const { folded } = read.answers.email;
    const waitMillis = await takeAllowance(
      db,
      form.account_id,
      limitsOf(form, {
        domain: folded.slice(folded.lastIndexOf('@') + 1),
        // Full addresses are not stored.
        client: createHmac('sha256', signer.secret).update(clientNetwork(request.ip)).digest('base64url'),
        network: truncatedAddress(request.ip),
      }),
    );
    if (waitMillis > 0) return { kind: 'tooMany', seconds: Math.ceil(waitMillis / 1000) };
    const { origin } = request.headers;
    const page = origin === undefined || origin === 'null' ? undefined : origin.slice(0, 255);
    try {
      await signUp(db, form, read.answers, { page, remoteAddress: request.ip, wakeWorker: options.wakeWorker });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      options.log(`Sign-up form ${form.id} of account ${form.account_id} cannot be used: ${error.message}`);
      await recordUnusable(db, form, error);
      options.wakeWorker();
      return { kind: 'unavailable' };
    }
    return { kind: 'done' };
  }

  function sendJson(reply: FastifyReply, form: SignUpForm, outcome: Outcome) {
    const say = words[form.language];
    switch (outcome.kind) {
      case 'done':
        return reply.send({ message: thanksText(form), ...(form.thanks_url && { redirect: form.thanks_url }) });
      case 'wrong': {
        const names = Array.from(outcome.wrong, (one) => (typeof one === 'string' ? one : formName(one.field)));
        return reply.code(400).send({ message: say.wrong, fields: names });
      }
      case 'check':
        return reply.code(428).send({ message: 'Send a ticket that is 2 seconds old, the version, and its proof.' });
      case 'tooMany':
        return reply.code(429).header('retry-after', String(outcome.seconds)).send({ message: say.tooManyText });
      case 'unavailable':
        return reply.code(503).send({ message: `${say.unavailable}. ${say.unavailableText}` });
    }
  }

  const brandOfForm = async (form: SignUpForm) => branding.brandOf(await findAccount(db, form.account_id));

  async function sendPage(reply: FastifyReply, form: SignUpForm, entered: Entered, outcome: Outcome) {
    reply.headers(formPageHeaders(form));
    const brand = await brandOfForm(form);
    switch (outcome.kind) {
      case 'done': {
        const thanks = form.thanks_url && locationOf(form.thanks_url);
        return thanks ? reply.redirect(thanks, 303) : reply.send(thanksPage(form, brand));
      }
      case 'wrong':
        return sendForm(reply.code(400), form, { ...filledOf(form, entered), wrong: outcome.wrong }, 'wrong', entered);
      case 'check':
        return sendForm(reply, form, { ...filledOf(form, entered), wrong: new Set() }, 'check', entered);
      case 'tooMany':
        return reply
          .code(429)
          .header('retry-after', String(outcome.seconds))
          .send(refusalPage(form, brand, 'tooMany'));
      case 'unavailable':
        return reply.code(503).send(refusalPage(form, brand, 'unavailable'));
    }
  }

  async function sendForm(
    reply: FastifyReply,
    form: SignUpForm,
    filled: Omit<FilledForm, 'action'>,
    message?: 'wrong' | 'check',
    sent?: Entered,
  ) {
    const prepared = await prepare(form);
    const held = sent?.get('ticket') ?? '';
    // A form that is shown again keeps its ticket: what is corrected quickly is not sent too early once more.
    if (checkTicket(held, await signerOf(form), nowSeconds()) !== 'bad') prepared.ticket = held;
    const shown = { form, brand: await brandOfForm(form), ...prepared };
    const action = `/forms/${form.token}`;
    return reply.headers(formPageHeaders(form)).send(formPage(shown, { ...filled, action }, message));
  }

  async function prepare(form: SignUpForm): Promise<{ ticket: string; attacked: boolean }> {
    const ticket = writeTicket(await signerOf(form), nowSeconds());
    return { ticket, attacked: await isFormAttacked(db, form) };
  }

  async function signerOf({ account_id, id }: SignUpForm) {
    const { secret } = await signingKey(db, account_id);
    return { accountId: account_id, formId: id, secret };
  }
}

/** What was sent, by the names of inputs. */
interface Entered {
  /** Trimmed; empty if it was not sent. */
  get(name: string): string;
}

function readEntered(request: FastifyRequest): Entered {
  const form = formOf(request);
  return { get: (name) => form.getAll(name).at(-1)?.trim() ?? '' };
}

/** Fields are sent by the names of inputs, or by their own. */
function filledOf({ consent_version }: SignUpForm, entered: Entered) {
  // Who has seen another text has not agreed to this one.
  const agreed =
    ['true', 'on', '1'].includes(entered.get('consent')) && entered.get('version') === String(consent_version);
  return {
    email: entered.get('email'),
    consent: agreed,
    agreed,
    textOf: ({ field }: FormField) => entered.get(formName(field)) || entered.get(field.name),
  };
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
const isJson = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('application/json') === true;

/** Programs outside of browsers send no origin. */
function isAllowed({ origins }: SignUpForm, { headers: { origin } }: FastifyRequest, publicUrl: string): boolean {
  return origin === undefined || origins.includes(origin) || origin === publicUrl;
}

function jsonHeaders(form: SignUpForm, request: FastifyRequest, publicUrl: string): Record<string, string> {
  const { origin } = request.headers;
  const allowed = origin !== undefined && isAllowed(form, request, publicUrl);
  return {
    'content-type': 'application/json; charset=utf-8',
    vary: 'Origin',
    ...(allowed && { 'access-control-allow-origin': origin }),
  };
}

function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) => {
    try {
      const value: unknown = JSON.parse(body);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return jsonForm(value);
    } catch {}
    throw Object.assign(new Error('The body must be a JSON object'), { statusCode: 400 });
  });
}

/** Members of an object as fields of a form; those that are no texts, numbers or choices were not sent. */
function jsonForm(value: object): TextForm {
  const texts = new Map(
    Object.entries(value).flatMap(([name, each]) =>
      ['string', 'number', 'boolean'].includes(typeof each) ? [[name, xmlText(String(each))] as const] : [],
    ),
  );
  const get = (name: string) => texts.get(name) ?? null;
  return { get, getAll: (name) => [get(name) ?? []].flat() };
}

async function takeEvenTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  const rest = answerMillis - ((performance.now() - start) % answerMillis);
  await new Promise((resolve) => setTimeout(resolve, rest));
  return result;
}
