import type { Migration } from 'kysely/migration';
import * as accounts from './0001_accounts.ts';
import * as contacts from './0002_contacts.ts';
import * as audiences from './0003_audiences.ts';
import * as mailings from './0004_mailings.ts';
import * as checks from './0005_checks.ts';
import * as idempotency from './0006_idempotency.ts';
import * as contactLog from './0007_contact_log.ts';
import * as blacklists from './0008_blacklists.ts';
import * as mailingBlacklists from './0009_mailing_blacklists.ts';
import * as texts from './0010_texts.ts';
import * as doubleOptIn from './0011_double_opt_in.ts';
import * as activity from './0015_activity.ts';
import * as erasures from './0016_erasures.ts';
import * as unansweredRequests from './0017_unanswered_requests.ts';
import * as mailingContents from './0018_mailing_contents.ts';
import * as queue from './0019_queue.ts';
import * as sending from './0020_sending.ts';
import * as tracking from './0021_tracking.ts';
import * as deliveryNumbers from './0022_delivery_numbers.ts';
import * as checkRuns from './0023_check_runs.ts';
import * as bounces from './0024_bounces.ts';
import * as schedules from './0026_schedules.ts';
import * as transactions from './0027_transactions.ts';
import * as mailingLists from './0032_mailing_lists.ts';
import * as mediaImages from './0033_media_images.ts';
import * as conversions from './0034_conversions.ts';
import * as triggerRuns from './0035_trigger_runs.ts';
import * as automation from './0037_automation.ts';
import * as webhooks from './0038_webhooks.ts';
import * as profileFields from './0039_profile_fields.ts';
import * as erasureMarks from './0040_erasure_marks.ts';
import * as feedRuns from './0041_feed_runs.ts';
import * as optInJobs from './0042_opt_in_jobs.ts';
import * as sendingLimits from './0043_sending_limits.ts';
import * as programEvents from './0044_program_events.ts';
import * as demandedApproval from './0045_demanded_approval.ts';
import * as closedAccounts from './0048_closed_accounts.ts';
import * as auditLog from './0049_audit_log.ts';
import * as composedAddresses from './0050_composed_addresses.ts';
import * as testMailJobs from './0051_test_mail_jobs.ts';
import * as recipientsByMailing from './0052_recipients_by_mailing.ts';
import * as referencesOfEvents from './0053_references_of_events.ts';
import * as quotas from './0054_quotas.ts';
import * as actsOfNobody from './0055_acts_of_nobody.ts';
import * as archivedTotals from './0056_archived_totals.ts';
import * as quickerRecipients from './0057_quicker_recipients.ts';
import * as jobTurns from './0058_job_turns.ts';
import * as purposesOfMails from './0059_purposes_of_mails.ts';
import * as optInRecipients from './0060_opt_in_recipients.ts';
import * as trialRecipients from './0061_trial_recipients.ts';
import * as consoleSessions from './0062_console_sessions.ts';
import * as erasedConverters from './0065_erased_converters.ts';
import * as transactionalMails from './0066_transactional_mails.ts';
import * as bounceReasons from './0069_bounce_reasons.ts';
import * as bouncePolicy from './0070_bounce_policy.ts';
import * as relays from './0071_relays.ts';
import * as unknownMailboxes from './0073_unknown_mailboxes.ts';
import * as bounceSources from './0074_bounce_sources.ts';
import * as signUpForms from './0075_sign_up_forms.ts';
import * as signUps from './0076_sign_ups.ts';
import * as suppressedContacts from './0078_suppressed_contacts.ts';
import * as consoleKeys from './0080_console_keys.ts';
import * as filterRefreshes from './0082_filter_refreshes.ts';
import * as webhookShapes from './0089_webhook_shapes.ts';
import * as runningChecks from './0090_running_checks.ts';
import * as newsletterPace from './0095_newsletter_pace.ts';
import * as transactionalTracking from './0096_transactional_tracking.ts';
import * as paces from './0100_paces.ts';
import * as contactImports from './0105_contact_imports.ts';
import * as operatorKeys from './0115_operator_keys.ts';
import * as unsubscriptionMarks from './0120_unsubscription_marks.ts';
import * as mjmlSources from './0125_mjml_sources.ts';
import * as users from './0130_users.ts';
import * as secondFactors from './0131_second_factors.ts';
import * as passkeys from './0132_passkeys.ts';
import * as userIdentities from './0133_user_identities.ts';
import * as signOffs from './0134_sign_offs.ts';
import * as signUpLanguages from './0135_sign_up_languages.ts';
import * as relayKeys from './0140_relay_keys.ts';
import * as branding from './0145_branding.ts';
import * as heldAddresses from './0150_held_addresses.ts';
import * as userLanguages from './0160_user_languages.ts';
import * as sealedAccounts from './0190_sealed_accounts.ts';
import * as verifiedBackup from './0200_verified_backup.ts';
import * as tracesOfJobs from './0201_traces_of_jobs.ts';
import * as mailsToUsers from './0230_mails_to_users.ts';
import * as senderDomains from './0240_sender_domains.ts';
import * as groupsOfSenders from './0241_groups_of_senders.ts';
import * as mailingSeals from './0250_mailing_seals.ts';
import * as secretKeys from './0260_secret_keys.ts';
import * as secondFactorDemands from './0270_second_factor_demands.ts';
import * as uncertainMails from './0300_uncertain_mails.ts';
import * as passedMessages from './0310_passed_messages.ts';
import * as workOutcomes from './0320_work_outcomes.ts';
import * as programSteps from './0321_program_steps.ts';
import * as mailingRevisions from './0330_mailing_revisions.ts';
import * as contactTags from './0340_contact_tags.ts';
import * as contactsChanges from './0341_contacts_changes.ts';
import * as importedContacts from './0342_imported_contacts.ts';
import * as importFormats from './0350_import_formats.ts';
import * as reportLinks from './0400_report_links.ts';
import * as bouncedMails from './0401_bounced_mails.ts';
import * as ampParts from './0410_amp_parts.ts';
import * as thumbnails from './0510_thumbnails.ts';
import * as templateRevisions from './0511_template_revisions.ts';
import * as domainReports from './0520_domain_reports.ts';
import * as dateStarts from './0530_date_starts.ts';
import * as programEntry from './0531_program_entry.ts';
import * as journal from './0540_journal.ts';
import * as experiments from './0570_experiments.ts';
import * as watchedStarts from './0580_watched_starts.ts';
import * as sendoutAlarms from './0590_sendout_alarms.ts';
import * as conversionsInTheJournal from './0620_conversions_in_the_journal.ts';
import * as mailEventsOfWebhooks from './0621_mail_events_of_webhooks.ts';
import * as pressureLimit from './0630_pressure_limit.ts';
import * as resends from './0631_resends.ts';
import * as sparedContacts from './0632_spared_contacts.ts';
import * as segmentStarts from './0640_segment_starts.ts';
import * as moreSteps from './0641_more_steps.ts';
import * as startsByHand from './0642_starts_by_hand.ts';
import * as templateMjml from './0650_template_mjml.ts';
import * as mailStyle from './0651_mail_style.ts';
import * as savedBlocks from './0652_saved_blocks.ts';
import * as orderedCertificate from './0660_ordered_certificate.ts';
import * as passedSteps from './0670_passed_steps.ts';
import * as takeovers from './0671_takeovers.ts';
import * as exits from './0672_exits.ts';
import * as localTime from './0680_local_time.ts';
import * as sunset from './0681_sunset.ts';
import * as sparedAtRest from './0682_spared_at_rest.ts';
import * as experimentRevenue from './0684_experiment_revenue.ts';
import * as experimentSendTimes from './0685_experiment_send_times.ts';
import * as answers from './0690_answers.ts';

/** Every migration by its name; they run in the order of the names. A released one is never changed. */
export const migrations: Record<string, Migration> = {
  '0001_accounts': accounts,
  '0002_contacts': contacts,
  '0003_audiences': audiences,
  '0004_mailings': mailings,
  '0005_checks': checks,
  '0006_idempotency': idempotency,
  '0007_contact_log': contactLog,
  '0008_blacklists': blacklists,
  '0009_mailing_blacklists': mailingBlacklists,
  '0010_texts': texts,
  '0011_double_opt_in': doubleOptIn,
  '0015_activity': activity,
  '0016_erasures': erasures,
  '0017_unanswered_requests': unansweredRequests,
  '0018_mailing_contents': mailingContents,
  '0019_queue': queue,
  '0020_sending': sending,
  '0021_tracking': tracking,
  '0022_delivery_numbers': deliveryNumbers,
  '0023_check_runs': checkRuns,
  '0024_bounces': bounces,
  '0026_schedules': schedules,
  '0027_transactions': transactions,
  '0032_mailing_lists': mailingLists,
  '0033_media_images': mediaImages,
  '0034_conversions': conversions,
  '0035_trigger_runs': triggerRuns,
  '0037_automation': automation,
  '0038_webhooks': webhooks,
  '0039_profile_fields': profileFields,
  '0040_erasure_marks': erasureMarks,
  '0041_feed_runs': feedRuns,
  '0042_opt_in_jobs': optInJobs,
  '0043_sending_limits': sendingLimits,
  '0044_program_events': programEvents,
  '0045_demanded_approval': demandedApproval,
  '0048_closed_accounts': closedAccounts,
  '0049_audit_log': auditLog,
  '0050_composed_addresses': composedAddresses,
  '0051_test_mail_jobs': testMailJobs,
  '0052_recipients_by_mailing': recipientsByMailing,
  '0053_references_of_events': referencesOfEvents,
  '0054_quotas': quotas,
  '0055_acts_of_nobody': actsOfNobody,
  '0056_archived_totals': archivedTotals,
  '0057_quicker_recipients': quickerRecipients,
  '0058_job_turns': jobTurns,
  '0059_purposes_of_mails': purposesOfMails,
  '0060_opt_in_recipients': optInRecipients,
  '0061_trial_recipients': trialRecipients,
  '0062_console_sessions': consoleSessions,
  '0065_erased_converters': erasedConverters,
  '0066_transactional_mails': transactionalMails,
  '0069_bounce_reasons': bounceReasons,
  '0070_bounce_policy': bouncePolicy,
  '0071_relays': relays,
  '0073_unknown_mailboxes': unknownMailboxes,
  '0074_bounce_sources': bounceSources,
  '0075_sign_up_forms': signUpForms,
  '0076_sign_ups': signUps,
  '0078_suppressed_contacts': suppressedContacts,
  '0080_console_keys': consoleKeys,
  '0082_filter_refreshes': filterRefreshes,
  '0089_webhook_shapes': webhookShapes,
  '0090_running_checks': runningChecks,
  '0095_newsletter_pace': newsletterPace,
  '0096_transactional_tracking': transactionalTracking,
  '0100_paces': paces,
  '0105_contact_imports': contactImports,
  '0115_operator_keys': operatorKeys,
  '0120_unsubscription_marks': unsubscriptionMarks,
  '0125_mjml_sources': mjmlSources,
  '0130_users': users,
  '0131_second_factors': secondFactors,
  '0132_passkeys': passkeys,
  '0133_user_identities': userIdentities,
  '0134_sign_offs': signOffs,
  '0135_sign_up_languages': signUpLanguages,
  '0140_relay_keys': relayKeys,
  '0145_branding': branding,
  '0150_held_addresses': heldAddresses,
  '0160_user_languages': userLanguages,
  '0190_sealed_accounts': sealedAccounts,
  '0200_verified_backup': verifiedBackup,
  '0201_traces_of_jobs': tracesOfJobs,
  '0230_mails_to_users': mailsToUsers,
  '0240_sender_domains': senderDomains,
  '0241_groups_of_senders': groupsOfSenders,
  '0250_mailing_seals': mailingSeals,
  '0260_secret_keys': secretKeys,
  '0270_second_factor_demands': secondFactorDemands,
  '0300_uncertain_mails': uncertainMails,
  '0310_passed_messages': passedMessages,
  '0320_work_outcomes': workOutcomes,
  '0321_program_steps': programSteps,
  '0330_mailing_revisions': mailingRevisions,
  '0340_contact_tags': contactTags,
  '0341_contacts_changes': contactsChanges,
  '0342_imported_contacts': importedContacts,
  '0350_import_formats': importFormats,
  '0400_report_links': reportLinks,
  '0401_bounced_mails': bouncedMails,
  '0410_amp_parts': ampParts,
  '0510_thumbnails': thumbnails,
  '0511_template_revisions': templateRevisions,
  '0520_domain_reports': domainReports,
  '0530_date_starts': dateStarts,
  '0531_program_entry': programEntry,
  '0540_journal': journal,
  '0570_experiments': experiments,
  '0580_watched_starts': watchedStarts,
  '0590_sendout_alarms': sendoutAlarms,
  '0620_conversions_in_the_journal': conversionsInTheJournal,
  '0621_mail_events_of_webhooks': mailEventsOfWebhooks,
  '0630_pressure_limit': pressureLimit,
  '0631_resends': resends,
  '0632_spared_contacts': sparedContacts,
  '0640_segment_starts': segmentStarts,
  '0641_more_steps': moreSteps,
  '0642_starts_by_hand': startsByHand,
  '0650_template_mjml': templateMjml,
  '0651_mail_style': mailStyle,
  '0652_saved_blocks': savedBlocks,
  '0660_ordered_certificate': orderedCertificate,
  '0670_passed_steps': passedSteps,
  '0671_takeovers': takeovers,
  '0672_exits': exits,
  '0680_local_time': localTime,
  '0681_sunset': sunset,
  '0682_spared_at_rest': sparedAtRest,
  '0684_experiment_revenue': experimentRevenue,
  '0685_experiment_send_times': experimentSendTimes,
  '0690_answers': answers,
};
