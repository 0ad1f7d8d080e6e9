import { usualForm } from '@mailwright/server-runtime/web';
import { type Route, route, setUpRoute } from '../web/routes.ts';
import { editProgramForm, newProgramForm, saveProgram } from './automation/edit.ts';
import { automationList } from './automation/list.ts';
import { programPage } from './automation/program.ts';
import { componentsPage } from './components.ts';
import { addContact, changeContact, editContactForm, newContactForm } from './contacts/edit.ts';
import { blockedList, contactList } from './contacts/list.ts';
import { blockContact, eraseContact, person, unsubscribeContact } from './contacts/person.ts';
import { domainList } from './delivery/domains.ts';
import { relayList } from './delivery/relays.ts';
import { changeForm, createForm, editForm, newForm } from './forms/edit.ts';
import { deleteForm, formPage } from './forms/form.ts';
import { formList } from './forms/list.ts';
import { addImage, imageList } from './images/list.ts';
import { deleteImport, importErrors, importPage } from './imports/import.ts';
import { importList, uploadFile } from './imports/list.ts';
import { startImport } from './imports/start.ts';
import { createKey } from './keys/create.ts';
import { keyPage, revokeKey } from './keys/key.ts';
import { keyList } from './keys/list.ts';
import { startChecks } from './mailings/checks.ts';
import { compareMailings } from './mailings/compare.ts';
import { createMailing, newMailingForm } from './mailings/create.ts';
import { changeMailing, editMailingForm, mailingHtml } from './mailings/edit.ts';
import { mailingList } from './mailings/list.ts';
import {
  askApproval,
  cancel,
  mailing,
  pause,
  requestSignOff,
  resume,
  schedule,
  sendNow,
  sendTest,
  signOff,
  unschedule,
  withdrawSignOff,
} from './mailings/mailing.ts';
import { storedPreview, writtenPreview } from './mailings/preview.ts';
import { plotFile, reportFile, reportPage, reportPlot } from './mailings/report.ts';
import { overview } from './overview.ts';
import { invite, peopleList } from './people/list.ts';
import { changeUser, endSessions, removeUser, userPage } from './people/person.ts';
import {
  addPasskey,
  confirmCodes,
  passkeyOptions,
  removeCodes,
  removePasskey,
  setUpPage,
  startCodes,
} from './profile/factors.ts';
import { changeLanguage, changePassword, endOwnSession, profilePage } from './profile/profile.ts';
import { addSegment, newSegmentForm } from './segments/build.ts';
import { segmentList } from './segments/list.ts';
import { countAgain, deleteSegment, segmentPage } from './segments/segment.ts';
import { changeBranding, changeFactorDemand, changePlaceholder, changeSignOffLimit, settingsPage } from './settings.ts';
import { addSuppressions, removeSuppression, suppressionList } from './suppression/list.ts';
import { addTemplate, templateList } from './templates/list.ts';
import { deleteTemplate, templateHtml, templatePage } from './templates/template.ts';
import { changeWebhook, createWebhook, editWebhookForm, newWebhookForm } from './webhooks/edit.ts';
import { webhookList } from './webhooks/list.ts';
import { deleteWebhook, webhookPage } from './webhooks/webhook.ts';

/** Texts of people, and lists of addresses. */
const texts = { ...usualForm, bytes: 1_000_000 };

/** A field for each of the account's own fields, or for each column of a file. */
const manyFields = { bytes: 1_000_000, fields: 2000, multipart: false };

/** Contents of a mailing may have megabytes. */
const contents = { ...usualForm, bytes: 8_000_000 };
const files = { ...contents, multipart: true };

/** Files of contacts; the API takes 9 MB. */
const contactFiles = { ...files, bytes: 9_500_000 };

/** All pages of people who have signed in. */
export const routes: readonly Route[] = [
  route('GET', '', overview),
  route('GET', '/components', componentsPage),
  route('GET', '/contacts', contactList),
  route('GET', '/contacts/blocked', blockedList),
  route('GET', '/contacts/new', newContactForm),
  route('POST', '/contacts/new', addContact, manyFields),
  route('GET', '/contacts/:id', person),
  route('GET', '/contacts/:id/edit', editContactForm),
  route('POST', '/contacts/:id/edit', changeContact, manyFields),
  route('POST', '/contacts/:id/unsubscribe', unsubscribeContact),
  route('POST', '/contacts/:id/block', blockContact),
  route('POST', '/contacts/:id/erase', eraseContact),
  route('GET', '/imports', importList),
  route('POST', '/imports', uploadFile, contactFiles),
  route('GET', '/imports/:id', importPage),
  route('POST', '/imports/:id/start', startImport, manyFields),
  route('POST', '/imports/:id/delete', deleteImport),
  route('GET', '/imports/:id/errors.csv', importErrors),
  route('GET', '/segments', segmentList),
  route('GET', '/segments/new', newSegmentForm),
  route('POST', '/segments/new', addSegment),
  route('GET', '/segments/:id', segmentPage),
  route('POST', '/segments/:id/refresh', countAgain),
  route('POST', '/segments/:id/delete', deleteSegment),
  route('GET', '/suppression', suppressionList),
  route('POST', '/suppression', addSuppressions, texts),
  route('POST', '/suppression/remove', removeSuppression),
  route('GET', '/mailings', mailingList),
  route('GET', '/mailings/new', newMailingForm),
  route('POST', '/mailings/new', createMailing),
  route('GET', '/mailings/compare', compareMailings),
  route('GET', '/mailings/:id', mailing),
  route('GET', '/mailings/:id/edit', editMailingForm),
  route('POST', '/mailings/:id/edit', changeMailing, files),
  route('GET', '/mailings/:id/html', mailingHtml),
  route('GET', '/mailings/:id/preview', storedPreview),
  route('POST', '/mailings/:id/preview', writtenPreview, contents),
  route('POST', '/mailings/:id/checks', startChecks),
  route('POST', '/mailings/:id/test', sendTest),
  route('POST', '/mailings/:id/approval', askApproval),
  route('POST', '/mailings/:id/sign-off', signOff),
  route('POST', '/mailings/:id/sign-off/request', requestSignOff),
  route('POST', '/mailings/:id/sign-off/withdraw', withdrawSignOff),
  route('POST', '/mailings/:id/send', sendNow),
  route('POST', '/mailings/:id/schedule', schedule),
  route('POST', '/mailings/:id/unschedule', unschedule),
  route('POST', '/mailings/:id/pause', pause),
  route('POST', '/mailings/:id/resume', resume),
  route('POST', '/mailings/:id/cancel', cancel),
  route('GET', '/mailings/:id/report', reportPage),
  route('GET', '/mailings/:id/report.csv', reportFile),
  route('GET', '/mailings/:id/report/opens.svg', reportPlot),
  route('GET', '/mailings/:id/report/clicks.svg', reportPlot),
  route('GET', '/mailings/:id/report/opens.csv', plotFile),
  route('GET', '/mailings/:id/report/clicks.csv', plotFile),
  route('GET', '/settings', settingsPage),
  route('POST', '/settings/placeholders', changePlaceholder, texts),
  route('POST', '/settings/sign-off', changeSignOffLimit),
  route('POST', '/settings/second-factor', changeFactorDemand),
  route('POST', '/settings/branding', changeBranding, files),
  route('GET', '/images', imageList),
  route('POST', '/images', addImage, files),
  route('GET', '/templates', templateList),
  route('POST', '/templates', addTemplate, files),
  route('GET', '/templates/:id', templatePage),
  route('GET', '/templates/:id/html', templateHtml),
  route('POST', '/templates/:id/delete', deleteTemplate),
  route('GET', '/automation', automationList),
  route('GET', '/automation/new', newProgramForm),
  route('POST', '/automation/new', saveProgram, manyFields),
  route('GET', '/automation/:id', programPage),
  route('GET', '/automation/:id/edit', editProgramForm),
  route('POST', '/automation/:id/edit', saveProgram, manyFields),
  route('GET', '/forms', formList),
  route('GET', '/forms/new', newForm),
  route('POST', '/forms/new', createForm, manyFields),
  route('GET', '/forms/:id', formPage),
  route('GET', '/forms/:id/edit', editForm),
  route('POST', '/forms/:id/edit', changeForm, manyFields),
  route('POST', '/forms/:id/delete', deleteForm),
  route('GET', '/delivery', relayList),
  route('GET', '/delivery/domains', domainList),
  route('GET', '/webhooks', webhookList),
  route('GET', '/webhooks/new', newWebhookForm),
  route('POST', '/webhooks/new', createWebhook),
  route('GET', '/webhooks/:id', webhookPage),
  route('GET', '/webhooks/:id/edit', editWebhookForm),
  route('POST', '/webhooks/:id/edit', changeWebhook),
  route('POST', '/webhooks/:id/delete', deleteWebhook),
  route('GET', '/people', peopleList),
  route('POST', '/people', invite),
  route('GET', '/people/:id', userPage),
  route('POST', '/people/:id', changeUser),
  route('POST', '/people/:id/sessions', endSessions),
  route('POST', '/people/:id/remove', removeUser),
  route('GET', '/keys', keyList),
  route('POST', '/keys', createKey),
  route('GET', '/keys/:id', keyPage),
  route('POST', '/keys/:id/revoke', revokeKey),
  route('GET', '/profile', profilePage),
  route('POST', '/profile/language', changeLanguage),
  route('POST', '/profile/password', changePassword),
  setUpRoute('GET', '/profile/second-factor', setUpPage),
  setUpRoute('POST', '/profile/codes', startCodes),
  setUpRoute('POST', '/profile/codes/confirm', confirmCodes),
  route('POST', '/profile/codes/remove', removeCodes),
  setUpRoute('POST', '/profile/passkeys', addPasskey),
  setUpRoute('POST', '/profile/passkeys/options', passkeyOptions),
  route('POST', '/profile/passkeys/:id/remove', removePasskey),
  route('POST', '/profile/sessions/:id/end', endOwnSession),
];
