import { brandingHandlers } from '../operations/account/branding.ts';
import { accountHandlers } from '../operations/account/handlers.ts';
import { mailStyleHandlers } from '../operations/account/mail-style.ts';
import { outcomeHandlers } from '../operations/account/outcomes.ts';
import { accountRelayHandlers } from '../operations/account/relays.ts';
import { accountStatusHandlers } from '../operations/account/status.ts';
import { sunsetHandlers } from '../operations/account/sunset.ts';
import { apiKeyHandlers } from '../operations/api-keys/handlers.ts';
import { blacklistHandlers } from '../operations/blacklists/handlers.ts';
import { contactFilterHandlers } from '../operations/contact-filters/handlers.ts';
import { contactFieldHandlers } from '../operations/contacts/fields.ts';
import { foundContactHandlers } from '../operations/contacts/find.ts';
import { contactHandlers } from '../operations/contacts/handlers.ts';
import { contactRestHandlers } from '../operations/contacts/rest.ts';
import { contactSyncHandlers } from '../operations/contacts/synchronize.ts';
import { contactTagHandlers } from '../operations/contacts/tags.ts';
import { unsubscriptionHandlers } from '../operations/contacts/unsubscribe.ts';
import { conversionHandlers } from '../operations/conversions/handlers.ts';
import { conversionSiteHandlers } from '../operations/conversions/sites.ts';
import { doubleOptInHandlers } from '../operations/double-opt-in-mailings/handlers.ts';
import { experimentHandlers } from '../operations/experiments/handlers.ts';
import { importHandlers } from '../operations/imports/handlers.ts';
import { mailingActionHandlers } from '../operations/mailing-actions/handlers.ts';
import { signOffHandlers } from '../operations/mailing-actions/sign-offs.ts';
import { mailingAttachmentHandlers } from '../operations/mailing-attachments/handlers.ts';
import { mailingBlacklistHandlers } from '../operations/mailing-blacklists/handlers.ts';
import { approvalHandlers } from '../operations/mailing-checks/approval.ts';
import { backgroundCheckHandlers } from '../operations/mailing-checks/background.ts';
import { testSendoutHandlers } from '../operations/mailing-checks/sendouts.ts';
import { mailingPropertyHandlers } from '../operations/mailing-properties/handlers.ts';
import { mailingAddressHandlers } from '../operations/mailings/addresses.ts';
import { mailingAmpHandlers } from '../operations/mailings/amp.ts';
import { mailingContentHandlers } from '../operations/mailings/contents.ts';
import { mailingDeleteHandlers } from '../operations/mailings/delete.ts';
import { mailingHandlers } from '../operations/mailings/handlers.ts';
import { mailingHtmlHandlers } from '../operations/mailings/html.ts';
import { mailingListHandlers } from '../operations/mailings/lists.ts';
import { mailingMjmlHandlers } from '../operations/mailings/mjml.ts';
import { mailingResendHandlers } from '../operations/mailings/resend.ts';
import { mailingRevisionHandlers } from '../operations/mailings/revisions.ts';
import { mailingRssHandlers } from '../operations/mailings/rss.ts';
import { mailingVersionHandlers } from '../operations/mailings/seen-version.ts';
import { mailingSettingHandlers } from '../operations/mailings/settings.ts';
import { automationHandlers } from '../operations/marketing-automation/handlers.ts';
import { programTestHandlers } from '../operations/marketing-automation/test-program.ts';
import { savedBlockHandlers } from '../operations/media/blocks.ts';
import { designHandlers } from '../operations/media/designs.ts';
import { mediaHandlers } from '../operations/media/handlers.ts';
import { templateHandlers } from '../operations/media/templates.ts';
import { pingHandlers } from '../operations/ping/handlers.ts';
import { readinessHandlers } from '../operations/readiness.ts';
import { regularMailingHandlers } from '../operations/regular-mailings/handlers.ts';
import { mailingScheduleHandlers } from '../operations/regular-mailings/schedule.ts';
import { mailingWaveHandlers } from '../operations/regular-mailings/waves.ts';
import { conversionReportHandlers } from '../operations/reports/conversions.ts';
import { mailEventHandlers } from '../operations/reports/mail-events.ts';
import { peopleReportHandlers } from '../operations/reports/people.ts';
import { readingHandlers } from '../operations/reports/readings.ts';
import { sendoutReportHandlers } from '../operations/reports/sendouts.ts';
import { summaryHandlers } from '../operations/reports/summaries.ts';
import { reputationHandlers } from '../operations/reputation/handlers.ts';
import { signUpFormHandlers } from '../operations/sign-up-forms/handlers.ts';
import { suppressionHandlers } from '../operations/suppressions/handlers.ts';
import { targetGroupHandlers } from '../operations/target-groups/handlers.ts';
import { transactionalMailHandlers } from '../operations/transactional-mails/handlers.ts';
import { transactionHandlers } from '../operations/transactions/handlers.ts';
import { mailingDispatchingHandlers } from '../operations/trigger-mailings/dispatching.ts';
import { ignorePermissionHandlers } from '../operations/trigger-mailings/ignore-permission.ts';
import { userHandlers } from '../operations/users/handlers.ts';
import { webhookHandlers } from '../operations/webhooks/handlers.ts';

/** Every operation that the service has, by operationId; the stub answers the others with 501. */
export const handlers = {
  ...pingHandlers,
  ...apiKeyHandlers,
  ...contactHandlers,
  ...contactFieldHandlers,
  ...foundContactHandlers,
  ...contactTagHandlers,
  ...contactRestHandlers,
  ...contactSyncHandlers,
  ...unsubscriptionHandlers,
  ...contactFilterHandlers,
  ...targetGroupHandlers,
  ...blacklistHandlers,
  ...suppressionHandlers,
  ...mailingBlacklistHandlers,
  ...conversionHandlers,
  ...conversionSiteHandlers,
  ...experimentHandlers,
  ...conversionReportHandlers,
  ...accountHandlers,
  ...brandingHandlers,
  ...mailStyleHandlers,
  ...sunsetHandlers,
  ...accountRelayHandlers,
  ...accountStatusHandlers,
  ...outcomeHandlers,
  ...mediaHandlers,
  ...savedBlockHandlers,
  ...designHandlers,
  ...templateHandlers,
  ...mailingHandlers,
  ...mailingDeleteHandlers,
  ...mailingResendHandlers,
  ...mailingContentHandlers,
  ...mailingAmpHandlers,
  ...mailingHtmlHandlers,
  ...mailingMjmlHandlers,
  ...mailingRevisionHandlers,
  ...mailingRssHandlers,
  ...mailingSettingHandlers,
  ...mailingVersionHandlers,
  ...mailingListHandlers,
  ...mailingAddressHandlers,
  ...mailingPropertyHandlers,
  ...mailingAttachmentHandlers,
  ...approvalHandlers,
  ...backgroundCheckHandlers,
  ...testSendoutHandlers,
  ...regularMailingHandlers,
  ...mailingScheduleHandlers,
  ...mailingWaveHandlers,
  ...ignorePermissionHandlers,
  ...mailingDispatchingHandlers,
  ...doubleOptInHandlers,
  ...mailingActionHandlers,
  ...signOffHandlers,
  ...readinessHandlers,
  ...peopleReportHandlers,
  ...mailEventHandlers,
  ...readingHandlers,
  ...transactionHandlers,
  ...transactionalMailHandlers,
  ...automationHandlers,
  ...programTestHandlers,
  ...sendoutReportHandlers,
  ...summaryHandlers,
  ...reputationHandlers,
  ...webhookHandlers,
  ...signUpFormHandlers,
  ...importHandlers,
  ...userHandlers,
};
