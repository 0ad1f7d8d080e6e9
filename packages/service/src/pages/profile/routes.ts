import type { FastifyInstance } from 'fastify';
import { branding } from '../../account/index.ts';
import {
  type Contact,
  changeContact,
  findContacts,
  lockContacts,
  type ProfileField,
  profileFields,
  profileValue,
  readProfile,
  setPace,
} from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formOf, type TextForm } from '../../platform/http/forms.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import { languageOf } from '../../platform/text/language.ts';
import { xmlText } from '../../platform/text/xml.ts';
import type { Visitor } from '../../sending/index.ts';
import { listTopics, type Topic } from '../../sign-up/index.ts';
import type { VerifyToken } from '../../tracking/index.ts';
import { requestPage } from '../own-data/pages.ts';
import { requestOwnData } from '../own-data/request.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';
import { findVisitor } from '../visitor.ts';
import { textOf } from './inputs.ts';
import { type Profile, profilePage, samplePage } from './pages.ts';
import { readPace, readTopics, receivingOf } from './receiving.ts';

type Link = { Params: { token: string } };
interface Found extends Visitor {
  /** The mail was sent for trial. */
  sample: boolean;
  ownData: string;
}

/** What a contact can choose and fill in. */
interface Offer {
  topics: Topic[];
  /** Without those that are topics. */
  fields: ProfileField[];
}

/** The origin of a contact does not change. */
const unknownOrigin = { source: undefined, subscriptionPage: undefined };

/** `/p/{token}`: what contacts receive, and what an account lets them see about themselves. GET shows it, POST changes it. */
export function registerProfileRoutes(
  app: FastifyInstance,
  db: Db,
  verify: VerifyToken,
  unknown: AnswerUnknown,
  { publicUrl, wakeWorker }: { publicUrl: () => string; wakeWorker: () => void },
): void {
  const find = async (token: string): Promise<Found | undefined> => {
    const content = await verify(token);
    if (content?.purpose !== 'profile' || 'alias' in content.bearer) return undefined;
    const visitor = await findVisitor(db, publicUrl(), content);
    return visitor && { ...visitor, sample: content.bearer.recipientId === 0, ownData: `/p/${token}/own-data` };
  };

  app.get<Link>('/p/:token', async (request, reply) => {
    const found = await find(request.params.token);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    if (found.sample) return samplePage(aboutOf(found));
    const shown = shownOf(found, found.contact, await offerOf(db, found));
    return profilePage({ ...aboutOf(found), ...shown, refused: new Set(), saved: false });
  });

  app.post<Link>('/p/:token', async (request, reply) => {
    const found = await find(request.params.token);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    if (found.sample) return samplePage(aboutOf(found));
    const form = formOf(request);
    const changed = await change(db, found, form);
    if (changed === undefined) return unknown(request, reply);
    return reply.code(changed.refused.size > 0 ? 400 : 200).send(profilePage({ ...aboutOf(found), ...changed }));
  });

  app.post<Link>('/p/:token/own-data', async (request, reply) => {
    const found = await find(request.params.token);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    if (found.sample) return samplePage(aboutOf(found));
    const result = await requestOwnData(db, found, publicUrl());
    if (result === 'sent') wakeWorker();
    return requestPage(aboutOf(found), result);
  });
}

type Shown = Pick<Profile, 'receiving' | 'values'>;

/** Saves all that a form says, or nothing; undefined when the contact has just gone. */
async function change(
  db: Db,
  found: Found,
  form: TextForm,
): Promise<(Shown & Pick<Profile, 'refused' | 'saved'>) | undefined> {
  const { account, contact: visitor } = found;
  const key = { id: visitor.id };
  return retrying(() =>
    db.transaction().execute(async (transaction) => {
      const [contact] = await lockContacts(transaction, account.id, key);
      if (contact === undefined || contact.anonymous) return undefined;
      const offer = await offerOf(transaction, found);
      const texts = new Map(
        offer.fields.flatMap((field): [ProfileField, string][] => {
          const text = textOf(field, form);
          return text === undefined ? [] : [[field, xmlText(text)]];
        }),
      );
      const wanted = contact.unsubscribed_at === null ? readTopics(form, offer.topics, contact) : [];
      const { change, refused } = readProfile(contact, new Map([...texts, ...wanted]));
      if (refused.size > 0) {
        const { receiving, values } = shownOf(found, contact, offer);
        return { receiving, values: new Map([...values, ...texts]), refused, saved: false };
      }
      await changeContact(transaction, contact, change, unknownOrigin);
      if (contact.unsubscribed_at === null) await setPace(transaction, contact, readPace(form));
      const [changed] = await findContacts(transaction, account.id, key);
      return { ...shownOf(found, changed!, offer), refused, saved: true };
    }),
  );
}

async function offerOf(db: Db, { account, mailing }: Found): Promise<Offer> {
  const topics = await listTopics(db, account.id, languageOf(mailing.locale));
  const isTopic = (field: ProfileField) =>
    field.kind === 'custom' && topics.some((topic) => topic.field.id === field.id);
  const fields = (await profileFields(db, account.id)).filter((field) => !isTopic(field));
  return { topics, fields };
}

function shownOf({ account }: Found, contact: Contact, { topics, fields }: Offer): Shown {
  return {
    receiving: contact.unsubscribed_at === null ? receivingOf(contact, topics, account.time_zone) : undefined,
    values: new Map(fields.map((field) => [field, profileValue(contact, field)])),
  };
}

function aboutOf({ account, mailing, contact, pages, ownData }: Found) {
  const language = languageOf(mailing.locale);
  return {
    brand: branding.brandOf(account),
    email: contact.email,
    language,
    unsubscribe: pages.UNSUBSCRIBE!(),
    ownData,
  };
}
