import { usualForm } from '@mailwright/server-runtime/web';
import { keeps, needs, type Route, route, setUpRoute } from '../web/routes.ts';
import { startByHand, startByHandForm } from './automation/by-hand.ts';
import { choosePlaceForm, placeStep } from './automation/choose-place.ts';
import { contactWayPage } from './automation/contact-way.ts';
import { editProgramForm, newProgramForm, saveProgram } from './automation/edit.ts';
import { automationList } from './automation/list.ts';
import { programPage } from './automation/program.ts';
import { createRecipe } from './automation/recipes.ts';
import { addStep, dropStep, newStepForm, saveStep, stepPage } from './automation/step.ts';
import { decideTakeover, takeoverPage } from './automation/takeover.ts';
import { tryPage } from './automation/try.ts';
import { brandPage, changeBrand } from './brand.ts';
import { componentsPage } from './components.ts';
import { actOnContacts } from './contacts/act.ts';
import { changeList, changePage } from './contacts/changes.ts';
import { addContact, changeContact, editContactForm, newContactForm } from './contacts/edit.ts';
import { exportContacts } from './contacts/export.ts';
import { blockedList, contactList } from './contacts/list.ts';
import { blockContact, changeTags, eraseContact, person, unsubscribeContact, wakeContact } from './contacts/person.ts';
import { removeSamples } from './contacts/remove-samples.ts';
import { answersPage, changeAnswers } from './delivery/answers.ts';
import { domainList } from './delivery/domains.ts';
import { relayList, sendDeliveryTest } from './delivery/relays.ts';
import { reputationPage, uploadReports } from './delivery/reputation.ts';
import { createExperiment, newExperimentForm } from './experiments/create.ts';
import {
  cancelExperiment,
  decideExperiment,
  deleteExperiment,
  experimentPage,
  startExperiment,
} from './experiments/experiment.ts';
import { experimentList } from './experiments/list.ts';
import { deleteField, fieldPage, renameField } from './fields/field.ts';
import { createField, fieldList } from './fields/list.ts';
import { changeForm, createForm, editForm, newForm } from './forms/edit.ts';
import { deleteForm, formPage, switchOn } from './forms/form.ts';
import { formList } from './forms/list.ts';
import { deleteImage, imagePage, renameImage } from './images/image.ts';
import { addImage, imageList } from './images/list.ts';
import { deleteImport, importErrors, importPage } from './imports/import.ts';
import { importList, uploadFile } from './imports/list.ts';
import { startImport } from './imports/start.ts';
import { createKey } from './keys/create.ts';
import { keyPage, revokeKey } from './keys/key.ts';
import { keyList } from './keys/list.ts';
import { createAutomatic, newAutomaticForm } from './mailings/automatic.ts';
import { changeBlocks } from './mailings/blocks/change.ts';
import { composeMailing } from './mailings/blocks/composition.ts';
import { blocksPage } from './mailings/blocks/page.ts';
import { startChecks } from './mailings/checks.ts';
import { compareMailings } from './mailings/compare.ts';
import { createMailing, newMailingForm } from './mailings/create.ts';
import { deleteDraft, keepDraft } from './mailings/drafts.ts';
import { changeMailing, editMailingForm, mailingHtml } from './mailings/edit.ts';
import { mailingList } from './mailings/list.ts';
import {
  activateMailing,
  askApproval,
  cancel,
  changeDispatching,
  changeKey,
  deactivateMailing,
  deleteMailing,
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
import { plotFile, reportFile, reportMap, reportPage, reportPlot } from './mailings/report.ts';
import { peopleFile, peoplePage } from './mailings/report-people.ts';
import { shareReport, withdrawReport } from './mailings/report-share.ts';
import { resendForm, resendMailing } from './mailings/resend.ts';
import { schedulePage } from './mailings/schedule.ts';
import { restoreVersion, versionList, versionPage, versionPreview } from './mailings/versions.ts';
import { markSeen } from './outcomes.ts';
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
import { changeLanguage, changeMails, changePassword, endOwnSession, profilePage } from './profile/profile.ts';
import { deleteSavedBlock, renameSavedBlock, savedBlockList, savedBlockPage } from './saved-blocks.ts';
import { editSegmentForm, newSegmentForm, saveSegment } from './segments/build.ts';
import { segmentList } from './segments/list.ts';
import { countAgain, deleteSegment, segmentPage } from './segments/segment.ts';
import {
  changeAccount,
  changeBranding,
  changeFactorDemand,
  changePlaceholder,
  changePressureLimit,
  changeSendoutLimits,
  changeSignOffLimit,
  settingsPage,
} from './settings.ts';
import { changeSunset, sunsetPage } from './sunset.ts';
import { addSuppressions, removeSuppression, suppressionList } from './suppression/list.ts';
import { composeTemplate } from './templates/blocks.ts';
import { designHtml, designPage, takeDesign } from './templates/design.ts';
import { changeTemplate, editTemplateForm } from './templates/edit.ts';
import { templateGallery } from './templates/gallery.ts';
import { addTemplate, templateList } from './templates/list.ts';
import { copyTemplate, deleteTemplate, templateHtml, templatePage } from './templates/template.ts';
import {
  restoreTemplateVersion,
  templateVersion,
  templateVersionHtml,
  templateVersions,
} from './templates/versions.ts';
import { changeWebhook, createWebhook, editWebhookForm, newWebhookForm } from './webhooks/edit.ts';
import { webhookList } from './webhooks/list.ts';
import { deleteWebhook, replayWebhook, webhookPage } from './webhooks/webhook.ts';

/** Texts of people, and lists of addresses. */
const texts = { ...usualForm, bytes: 1_000_000 };

/** A field for each of the account's own fields, or for each column of a file. */
const manyFields = { bytes: 1_000_000, fields: 2000, multipart: false };

/** Contents of a mailing may have megabytes. */
const files = { ...usualForm, bytes: 8_000_000, multipart: true };

/** Files of contacts, or of reports; the API takes 9 MB. */
const contactFiles = { ...files, bytes: 9_500_000 };

/** All pages of people who have signed in. */
export const routes: readonly Route[] = [
  route('GET', '', overview),
  needs(['put'], route('POST', '/outcomes/:id/seen', markSeen)),
  route('GET', '/components', componentsPage),
  route('GET', '/contacts', contactList),
  route('GET', '/contacts/blocked', blockedList),
  route('GET', '/contacts/export.csv', exportContacts),
  needs(['post', 'delete'], route('POST', '/contacts/act', actOnContacts, manyFields)),
  needs(['delete'], route('POST', '/contacts/samples/remove', removeSamples)),
  route('GET', '/contacts/fields', fieldList),
  route('POST', '/contacts/fields', createField),
  route('GET', '/contacts/fields/:name', fieldPage),
  needs(['put'], route('POST', '/contacts/fields/:name/rename', renameField)),
  needs(['delete'], route('POST', '/contacts/fields/:name/delete', deleteField)),
  route('GET', '/contacts/changes', changeList),
  route('GET', '/contacts/changes/:id', changePage),
  route('GET', '/contacts/new', newContactForm),
  keeps(route('POST', '/contacts/new', addContact, manyFields)),
  route('GET', '/contacts/:id', person),
  route('GET', '/contacts/:id/edit', editContactForm),
  keeps(needs(['put'], route('POST', '/contacts/:id/edit', changeContact, manyFields))),
  needs(['put'], route('POST', '/contacts/:id/tags', changeTags)),
  needs(['delete'], route('POST', '/contacts/:id/unsubscribe', unsubscribeContact)),
  needs(['delete'], route('POST', '/contacts/:id/wake', wakeContact)),
  route('POST', '/contacts/:id/block', blockContact),
  needs(['delete'], route('POST', '/contacts/:id/erase', eraseContact)),
  route('GET', '/imports', importList),
  route('POST', '/imports', uploadFile, contactFiles),
  route('GET', '/imports/:id', importPage),
  route('POST', '/imports/:id/start', startImport, manyFields),
  needs(['delete'], route('POST', '/imports/:id/delete', deleteImport)),
  route('GET', '/imports/:id/errors.csv', importErrors),
  route('GET', '/segments', segmentList),
  route('GET', '/segments/new', newSegmentForm),
  keeps(route('POST', '/segments/new', saveSegment, manyFields)),
  route('GET', '/segments/:id', segmentPage),
  route('GET', '/segments/:id/edit', editSegmentForm),
  keeps(needs(['put'], route('POST', '/segments/:id/edit', saveSegment, manyFields))),
  route('POST', '/segments/:id/refresh', countAgain),
  needs(['delete'], route('POST', '/segments/:id/delete', deleteSegment)),
  route('GET', '/suppression', suppressionList),
  keeps(route('POST', '/suppression', addSuppressions, texts)),
  needs(['delete'], route('POST', '/suppression/remove', removeSuppression)),
  route('GET', '/mailings', mailingList),
  route('GET', '/mailings/new', newMailingForm),
  keeps(needs(['post', 'put'], route('POST', '/mailings/new', createMailing))),
  route('GET', '/mailings/automatic', newAutomaticForm),
  keeps(needs(['post', 'put'], route('POST', '/mailings/automatic', createAutomatic))),
  route('GET', '/mailings/compare', compareMailings),
  route('GET', '/mailings/:id', mailing),
  route('GET', '/mailings/:id/edit', editMailingForm),
  keeps(needs(['put'], route('POST', '/mailings/:id/edit', changeMailing, files))),
  needs(
    ['put'],
    route('GET', '/mailings/:id/blocks', (visit) => blocksPage(composeMailing(visit))),
  ),
  keeps(
    needs(
      ['put'],
      route('POST', '/mailings/:id/blocks', (visit) => changeBlocks(composeMailing(visit)), files),
    ),
  ),
  needs(['put'], route('POST', '/mailings/:id/autosave', keepDraft, files)),
  needs(['delete'], route('POST', '/mailings/:id/draft/delete', deleteDraft)),
  route('GET', '/mailings/:id/versions', versionList),
  route('GET', '/mailings/:id/versions/:version', versionPage),
  needs(['get', 'post'], route('GET', '/mailings/:id/versions/:version/preview', versionPreview)),
  route('POST', '/mailings/:id/versions/:version/restore', restoreVersion),
  needs(['delete'], route('POST', '/mailings/:id/delete', deleteMailing)),
  route('GET', '/mailings/:id/html', mailingHtml),
  route('GET', '/mailings/:id/preview', storedPreview),
  route('POST', '/mailings/:id/preview', writtenPreview, files),
  route('POST', '/mailings/:id/checks', startChecks),
  route('POST', '/mailings/:id/test', sendTest),
  route('POST', '/mailings/:id/approval', askApproval),
  needs(['put', 'send'], route('POST', '/mailings/:id/sign-off', signOff)),
  route('POST', '/mailings/:id/sign-off/request', requestSignOff),
  needs(['delete', 'send'], route('POST', '/mailings/:id/sign-off/withdraw', withdrawSignOff)),
  needs(['post', 'send'], route('POST', '/mailings/:id/send', sendNow)),
  needs(['put', 'send'], route('GET', '/mailings/:id/schedule', schedulePage)),
  needs(['put', 'send'], route('POST', '/mailings/:id/schedule', schedule)),
  needs(['delete'], route('POST', '/mailings/:id/unschedule', unschedule)),
  route('POST', '/mailings/:id/key', changeKey),
  needs(['put'], route('POST', '/mailings/:id/dispatching', changeDispatching)),
  needs(['post', 'send'], route('POST', '/mailings/:id/activate', activateMailing)),
  needs(['post', 'put', 'delete'], route('POST', '/mailings/:id/deactivate', deactivateMailing)),
  route('POST', '/mailings/:id/pause', pause),
  needs(['post', 'send'], route('POST', '/mailings/:id/resume', resume)),
  route('POST', '/mailings/:id/cancel', cancel),
  needs(['get', 'post'], route('GET', '/mailings/:id/resend', resendForm)),
  keeps(route('POST', '/mailings/:id/resend', resendMailing)),
  route('GET', '/mailings/:id/report', reportPage),
  route('GET', '/mailings/:id/report.csv', reportFile),
  route('GET', '/mailings/:id/report/map', reportMap),
  route('GET', '/mailings/:id/report/opened', peoplePage),
  route('GET', '/mailings/:id/report/opened.csv', peopleFile),
  route('GET', '/mailings/:id/report/clicked', peoplePage),
  route('GET', '/mailings/:id/report/clicked.csv', peopleFile),
  route('GET', '/mailings/:id/report/left', peoplePage),
  route('GET', '/mailings/:id/report/left.csv', peopleFile),
  route('GET', '/mailings/:id/report/bounced', peoplePage),
  route('GET', '/mailings/:id/report/bounced.csv', peopleFile),
  route('GET', '/mailings/:id/report/spared', peoplePage),
  route('GET', '/mailings/:id/report/spared.csv', peopleFile),
  route('POST', '/mailings/:id/report/share', shareReport),
  needs(['delete'], route('POST', '/mailings/:id/report/withdraw', withdrawReport)),
  route('GET', '/mailings/:id/report/opens.svg', reportPlot),
  route('GET', '/mailings/:id/report/clicks.svg', reportPlot),
  route('GET', '/mailings/:id/report/opens.csv', plotFile),
  route('GET', '/mailings/:id/report/clicks.csv', plotFile),
  route('GET', '/experiments', experimentList),
  route('GET', '/experiments/new', newExperimentForm),
  keeps(route('POST', '/experiments/new', createExperiment)),
  route('GET', '/experiments/:id', experimentPage),
  needs(['post', 'send'], route('POST', '/experiments/:id/start', startExperiment)),
  needs(['post', 'send'], route('POST', '/experiments/:id/decide', decideExperiment)),
  route('POST', '/experiments/:id/cancel', cancelExperiment),
  needs(['delete'], route('POST', '/experiments/:id/delete', deleteExperiment)),
  route('GET', '/settings', settingsPage),
  keeps(needs(['put'], route('POST', '/settings/placeholders', changePlaceholder, texts))),
  keeps(needs(['put', 'administer'], route('POST', '/settings/account', changeAccount))),
  keeps(needs(['put', 'administer'], route('POST', '/settings/sign-off', changeSignOffLimit))),
  keeps(needs(['put', 'administer'], route('POST', '/settings/limits', changeSendoutLimits))),
  keeps(needs(['put', 'administer'], route('POST', '/settings/pressure', changePressureLimit))),
  route('GET', '/settings/sunset', sunsetPage),
  keeps(needs(['put', 'administer'], route('POST', '/settings/sunset', changeSunset))),
  needs(['put', 'administer'], route('POST', '/settings/second-factor', changeFactorDemand)),
  keeps(needs(['put'], route('POST', '/settings/branding', changeBranding, files))),
  route('GET', '/settings/brand', brandPage),
  keeps(needs(['put'], route('POST', '/settings/brand', changeBrand))),
  route('GET', '/images', imageList),
  route('POST', '/images', addImage, files),
  route('GET', '/images/:id', imagePage),
  needs(['put'], route('POST', '/images/:id/rename', renameImage)),
  needs(['delete'], route('POST', '/images/:id/delete', deleteImage)),
  route('GET', '/blocks', savedBlockList),
  route('GET', '/blocks/:id', savedBlockPage),
  needs(['put'], route('POST', '/blocks/:id/rename', renameSavedBlock)),
  needs(['delete'], route('POST', '/blocks/:id/delete', deleteSavedBlock)),
  route('GET', '/templates', templateList),
  route('POST', '/templates', addTemplate, files),
  route('GET', '/templates/gallery', templateGallery),
  route('GET', '/templates/gallery/:design', designPage),
  route('GET', '/templates/gallery/:design/html', designHtml),
  route('POST', '/templates/gallery/:design/copy', takeDesign),
  route('GET', '/templates/:id', templatePage),
  route('GET', '/templates/:id/html', templateHtml),
  route('GET', '/templates/:id/edit', editTemplateForm),
  keeps(needs(['put'], route('POST', '/templates/:id/edit', changeTemplate, files))),
  needs(
    ['put'],
    route('GET', '/templates/:id/blocks', (visit) => blocksPage(composeTemplate(visit))),
  ),
  keeps(
    needs(
      ['put'],
      route('POST', '/templates/:id/blocks', (visit) => changeBlocks(composeTemplate(visit)), files),
    ),
  ),
  route('POST', '/templates/:id/copy', copyTemplate),
  route('GET', '/templates/:id/versions', templateVersions),
  route('GET', '/templates/:id/versions/:version', templateVersion),
  route('GET', '/templates/:id/versions/:version/html', templateVersionHtml),
  route('POST', '/templates/:id/versions/:version/restore', restoreTemplateVersion),
  needs(['delete'], route('POST', '/templates/:id/delete', deleteTemplate)),
  route('GET', '/automation', automationList),
  route('GET', '/automation/new', newProgramForm),
  keeps(needs(['post', 'send'], route('POST', '/automation/new', saveProgram, manyFields))),
  needs(['post', 'put', 'send'], route('POST', '/automation/recipes', createRecipe)),
  route('GET', '/automation/:id', programPage),
  needs(['send'], route('GET', '/automation/:id/start', startByHandForm)),
  needs(['post', 'send'], route('POST', '/automation/:id/start', startByHand)),
  needs(['send'], route('GET', '/automation/:id/takeover', takeoverPage)),
  needs(['post', 'send'], route('POST', '/automation/:id/takeover', decideTakeover)),
  route('GET', '/automation/:id/steps/new', newStepForm),
  keeps(needs(['put', 'send'], route('POST', '/automation/:id/steps/new', addStep))),
  route('GET', '/automation/:id/steps/:step', stepPage),
  keeps(needs(['put', 'send'], route('POST', '/automation/:id/steps/:step', saveStep))),
  needs(['put', 'send'], route('POST', '/automation/:id/steps/:step/remove', dropStep)),
  needs(['put', 'send'], route('GET', '/automation/:id/steps/:step/place', choosePlaceForm)),
  needs(['put', 'send'], route('POST', '/automation/:id/steps/:step/place', placeStep)),
  route('GET', '/automation/:id/contacts/:contact', contactWayPage),
  needs(['post'], route('GET', '/automation/:id/try', tryPage)),
  route('GET', '/automation/:id/edit', editProgramForm),
  keeps(needs(['put', 'send'], route('POST', '/automation/:id/edit', saveProgram, manyFields))),
  route('GET', '/forms', formList),
  route('GET', '/forms/new', newForm),
  keeps(route('POST', '/forms/new', createForm, manyFields)),
  route('GET', '/forms/:id', formPage),
  route('GET', '/forms/:id/edit', editForm),
  keeps(needs(['put'], route('POST', '/forms/:id/edit', changeForm, manyFields))),
  needs(['put'], route('POST', '/forms/:id/on', switchOn)),
  needs(['delete'], route('POST', '/forms/:id/delete', deleteForm)),
  route('GET', '/delivery', relayList),
  needs(['post', 'send'], route('POST', '/delivery/test', sendDeliveryTest)),
  route('GET', '/delivery/domains', domainList),
  route('GET', '/delivery/answers', answersPage),
  keeps(needs(['put', 'administer'], route('POST', '/delivery/answers', changeAnswers))),
  route('GET', '/delivery/reputation', reputationPage),
  route('POST', '/delivery/reputation', uploadReports, contactFiles),
  route('GET', '/webhooks', webhookList),
  route('GET', '/webhooks/new', newWebhookForm),
  keeps(route('POST', '/webhooks/new', createWebhook)),
  route('GET', '/webhooks/:id', webhookPage),
  route('GET', '/webhooks/:id/edit', editWebhookForm),
  keeps(needs(['put'], route('POST', '/webhooks/:id/edit', changeWebhook))),
  route('POST', '/webhooks/:id/replay', replayWebhook),
  needs(['delete'], route('POST', '/webhooks/:id/delete', deleteWebhook)),
  needs(['get', 'administer'], route('GET', '/people', peopleList)),
  needs(['post', 'administer'], route('POST', '/people', invite)),
  needs(['get', 'administer'], route('GET', '/people/:id', userPage)),
  needs(['put', 'administer'], route('POST', '/people/:id', changeUser)),
  needs(['delete', 'administer'], route('POST', '/people/:id/sessions', endSessions)),
  needs(['delete', 'administer'], route('POST', '/people/:id/remove', removeUser)),
  needs(['get', 'administer'], route('GET', '/keys', keyList)),
  needs(['post', 'administer'], route('POST', '/keys', createKey)),
  needs(['get', 'administer'], route('GET', '/keys/:id', keyPage)),
  needs(['delete', 'administer'], route('POST', '/keys/:id/revoke', revokeKey)),
  needs([], route('GET', '/profile', profilePage)),
  needs([], route('POST', '/profile/language', changeLanguage)),
  needs([], route('POST', '/profile/mails', changeMails)),
  needs([], route('POST', '/profile/password', changePassword)),
  setUpRoute('GET', '/profile/second-factor', setUpPage),
  setUpRoute('POST', '/profile/codes', startCodes),
  setUpRoute('POST', '/profile/codes/confirm', confirmCodes),
  needs([], route('POST', '/profile/codes/remove', removeCodes)),
  setUpRoute('POST', '/profile/passkeys', addPasskey),
  setUpRoute('POST', '/profile/passkeys/options', passkeyOptions),
  needs([], route('POST', '/profile/passkeys/:id/remove', removePasskey)),
  needs([], route('POST', '/profile/sessions/:id/end', endOwnSession)),
];
