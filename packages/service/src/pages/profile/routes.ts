import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../events/index.ts';
import {
  type Contact,
  changeContact,
  lockContacts,
  type ProfileField,
  profileFields,
  profileValue,
  readProfile,
} from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import { xmlText } from '../../platform/text/xml.ts';
import type { Visitor } from '../../sending/index.ts';
import type { VerifyToken } from '../../tracking/index.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';
import { findVisitor } from '../visitor.ts';
import { textOf } from './inputs.ts';
import { type Profile, profilePage, samplePage } from './pages.ts';

type Link = { Params: { token: string } };
interface Found extends Visitor {
  /** The mail was sent for trial. */
  sample: boolean;
}

/** The origin of a contact does not change. */
const unknownOrigin = { source: undefined, subscriptionPage: undefined };

/** `/p/{token}`: what an account lets its contacts see and change about themselves. GET shows it, POST changes it. */
export function registerProfileRoutes(
  app: FastifyInstance,
  db: Db,
  verify: VerifyToken,
  unknown: AnswerUnknown,
  publicUrl: () => string,
): void {
  const find = async (token: string): Promise<Found | undefined> => {
    const content = await verify(token);
    if (content?.purpose !== 'profile' || 'alias' in content.bearer) return undefined;
    const visitor = await findVisitor(db, publicUrl(), content);
    return visitor && { ...visitor, sample: content.bearer.delivery === 0 };
  };

  app.get<Link>('/p/:token', async (request, reply) => {
    const found = await find(request.params.token);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    if (found.sample) return samplePage(aboutOf(found));
    const fields = await profileFields(db, found.account.id);
    return profilePage({
      ...aboutOf(found),
      values: valuesOf(found.contact, fields),
      refused: new Set(),
      saved: false,
    });
  });

  app.post<Link>('/p/:token', async (request, reply) => {
    const found = await find(request.params.token);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    if (found.sample) return samplePage(aboutOf(found));
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const changed = await change(db, found, form);
    if (changed === undefined) return unknown(request, reply);
    return reply.code(changed.refused.size > 0 ? 400 : 200).send(profilePage({ ...aboutOf(found), ...changed }));
  });
}

/** Saves all that a form says, or nothing; undefined when the contact has just gone. */
async function change(
  db: Db,
  { account, contact: { id } }: Found,
  form: URLSearchParams,
): Promise<Pick<Profile, 'values' | 'refused' | 'saved'> | undefined> {
  return retrying(() =>
    db.transaction().execute(async (transaction) => {
      const [contact] = await lockContacts(transaction, account.id, { id });
      if (contact === undefined || contact.anonymous) return undefined;
      const fields = await profileFields(transaction, account.id);
      const texts = new Map(
        fields.flatMap((field): [ProfileField, string][] => {
          const text = textOf(field, form);
          return text === undefined ? [] : [[field, xmlText(text)]];
        }),
      );
      const { change, refused } = readProfile(contact, texts);
      if (refused.size === 0) await changeContact(transaction, contact, change, unknownOrigin);
      const values = new Map([...valuesOf(contact, fields), ...texts]);
      return { values, refused, saved: refused.size === 0 };
    }),
  );
}

const valuesOf = (contact: Contact, fields: readonly ProfileField[]) =>
  new Map(fields.map((field) => [field, profileValue(contact, field)]));

function aboutOf({ account, mailing, contact, pages }: Found) {
  const language = languageOf(mailing.locale);
  return { sender: account.name, email: contact.email, language, unsubscribe: pages.UNSUBSCRIBE!() };
}
