import { expect, test } from 'vitest';
import type { BounceReason } from '../../bounce-reasons/reasons.ts';
import { classifyFailure } from './classify.ts';
import { readCodes } from './delivery-status.ts';

/** Replies as servers of many makes and providers write them, by what they mean; the addresses are made up. */
const replies: Partial<Record<BounceReason, string>> = {
  'mailbox-unknown': `
    550 5.1.1 bad address
    550 user ada not listed in public name & address book
    550 <a@b.example> not found
    550 5.1.0 Address rejected.
    550 Adresse d au moins un destinataire invalide. Invalid recipient. LPN416
    550 Address does not exist
    550 address unknown
    550 archived recipient
    550 #5.1.0 BAD_RECIPIENT
    550 can't accept user
    550 destination addresses were unknown
    550 destination server rejected recipients
    550 email address could not be found, or was misspelled
    550 invalid mailbox path
    550 that is not a known user here
    550 is not a valid mailbox
    550 a@b.example is not an active address at this host
    550 mailbox a@b.example does not exist
    550 mailbox invalid
    550 mailbox not present
    550 mailbox unavailable
    550 No account by that name here
    550 no existe dicha persona
    550 no mail box available for this user
    550 No mailbox by that name is currently available
    550 no such person at this address
    550 non-existent user
    550 not a valid user here
    550 not a local address
    550 rcpt <a@b.example> does not exist
    550 recipient a was not found in ldap server
    550 5.1.1 recipient address rejected: invalid user
    550 5.1.1 Recipient address rejected: user a@b.example does not exist
    550 5.1.1 Recipient address rejected: User unknown in virtual alias table
    550 recipient is not local
    550 recipient not OK
    550 5.1.1 RESOLVER.ADR.RecipNotFound; not found
    553 sorry, badrcptto
    511 sorry, no mailbox here by that name (#5.1.1 - chkuser)
    550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address
    550 the following recipients was undeliverable
    550 the user's email name is not found
    550 There is no one at this address
    550 this address no longer accepts mail
    550 this email address is wrong or no longer valid
    550 this spectator does not exist
    554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com) [0] - mta1
    550 unknown local-part "a" in domain "b.example"
    550 user missing home directory
    vdeliver: invalid or unknown virtual user a
    553 your envelope recipient is in my badrcptto list (#5.7.1)
    550 Requested action not taken: mailbox unavailable
    550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [VI1EUR]
    550 #5.1.0 Address rejected.
    550 5.1.1 <a@b.example> User doesn't exist: a@b.example
    550 5.1.1 Mailbox does not exist!
    550 No Such User Here"
    550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550
    550 5.4.1 Recipient address rejected: Access denied. AS(201806281)
    550 Unknown address error 550-'5.1.1 no such user'
    550 Mailbox is unknown
    550 We don't handle mail for this account
    550 a@b.example: Recipient address rejected: User unknown
    550 Benutzer unbekannt
    550 5.1.1 Empfaenger existiert nicht
    550 utente sconosciuto
    550 usuario desconocido
    550 utilisateur inconnu
    550 Adressat unbekannt oder Mailbox deaktiviert
    550 5.1.1 Sorry, no such mailbox here
    550 5.0.0 <a@b.example>... this address has been deleted
    550 That mail address is not in use
    550 The recipient does not have an account here
    550 No such local user
    550 Recipient verify failed
    550 No such virtual user here
    550 recipient no longer here
    550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient a@b.example not found by SMTP address lookup
    550 Verification failed for recipient a@b.example
    550 5.1.1 Benutzer hat hier kein Konto
    554 delivery error: dd Not a valid recipient - mta.example
    550 permanent failure for one or more recipients (a@b.example:550 5.1.1 User unknown)
    Invalid final delivery userid: a@b.example
    Remote host said: 550 unknown user <a@b.example>`,
  'mailbox-disabled': `
    550 user not active
    550 5.2.1 This mailbox has been blocked due to inactivity / user not exist
    550 invalid/inactive user
    550-5.2.1 The email account that you tried to reach is disabled
    550 this is a deactivated mailbox
    550 mailbox currently suspended
    550 5.2.1 mailbox unavailable or access denied - a
    550 user suspended
    recipient suspend the service
    sorry your message to a@b.example cannot be delivered. this account has been disabled or discontinued [#102]
    vdelivermail: account is locked email bounced
    550-5.2.1 The email account that you tried to reach is inactive
    554 30 Sorry, your message to a@yahoo.com cannot be delivered. This mailbox is disabled (554.30)
    550 Requested action not taken: mailbox unavailable Email address is administratively disabled
    550 Mailbox is frozen
    550 Account is temporarily locked`,
  moved: `
    550 5.1.6 recipient no longer on server: a
    551 5.1.6 User has moved; please try <c@d.example>
    550 a@b.example has changed to c@d.example
    551 User not local; please try <c@d.example>`,
  'host-unknown': `
    550 domain does not exist
    550 recipient domain must exist
    Host or domain name not found. Name service error for name=b.example type=A: Host not found
    Mail domain mentioned in email address is unknown
    name or service not known
    no such domain
    554 5.1.2 Recipient address rejected: unknown domain name
    The account or domain may not exist, they may be blacklisted, or missing the proper dns entries.
    all relevant MX records point to non-existent hosts
    Unrouteable address
    DNS Error: 12345 DNS type 'mx' lookup of b.example responded with code NXDOMAIN
    550 5.4.310 DNS domain b.example does not exist [Message=InfoDomainNonexistent]
    Domain name not found
    bad destination host 'DNS Hard Error looking up b.example (MX): NXDomain'`,
  'accepts-no-mail': `
    556 5.1.10 Recipient address has null MX
    521 5.3.2 Server does not accept mail
    Domain b.example does not accept mail (nullMX)
    SMTP protocol returned a permanent error
    550 5.1.2 this domain does not accept any mail`,
  policy: `
    550 account is protected by a filter
    550 user has restricted sms e-mail
    550 is not accepting any mail
    550 message filtered
    550 message rejected due to user rules
    550 refused due to recipient preferences
    550 user refuses to receive this mail
    550 user reject
    550 you have been blocked by the recipient
    550 recipient is only accepting mail from specific email addresses
    550 5.7.1 Message rejected due to local policy
    554 5.7.1 administrative prohibition
    550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send
    550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group
    550 5.7.124 RESOLVER.RST.NotAuthorizedToGroup; sender not in allowed-senders list for group
    they are not accepting mail from s@own.example`,
  'mailbox-full': `
    account disabled temporarly for exceeding receiving limits
    account is exceeding their quota
    Boite du destinataire pleine. Recipient overquota. OFR_417
    delivery failed: over quota
    disc quota exceeded
    does not have enough space
    exceeded storage allocation
    mailbox exceeded the local limit
    mailbox has exceeded its disk space limit
    mailbox size limit exceeded
    maildir over quota
    mailfolder is full
    not enough storage space in mailbox
    would be over the allowed quota
    quota violation for a@b.example
    recipient reached disk quota
    recipient rejected: mailbox would exceed maximum allowed storage
    the user's space has been used up
    552-5.2.2 The email account that you tried to reach is over quota and inactive
    user has too many messages on the server
    452-4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to
    552 5.2.2 Over quota
    552 1 Requested mail action aborted, mailbox not found because it is full
    554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException
    ErrMsg=mail box space not enough
    User mailbox exceeds allowed size: a@b.example
    552 5.2.2 Das Postfach ist voll
    552 5.2.2 Cette boite aux lettres est pleine`,
  'too-big': `
    552 5.2.3 RESOLVER.RST.RecipSizeLimit too-big
    552 5.3.4 Message size exceeds fixed limit
    552 message size exceeds maximum permitted
    550 5.2.3 The message exceeds the maximum size for the recipient
    552-5.7.0 message too large
    This mail has exceeded the maximum incoming message size
    552 5.3.4 Error: message file too big`,
  'reverse-dns': `
    access denied. ip name lookup failed
    all mail servers must have a ptr record with a valid reverse dns entry
    client host rejected: cannot find your reverse hostname, [192.0.2.1]
    550-5.7.25 The IP address sending this message does not have a PTR record`,
  blocked: `
    554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.)
    550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.
    554 access from ip address 192.0.2.1 blocked
    550 blocked - see https://bl.example/
    554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org
    550 SC-001 (COL004-MC4F32) Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet service provider since part of their network is on our block list
    554 dynamic/zombied/spam ips blocked
    550 go away
    550 invalid ip for sending mail of domain
    550 is in a black list at bl.example
    554 mail from 192.0.2.1 refused: see
    no access from mail server
    not currently accepting mail from your ip
    554 rejecting open proxy
    550 sender ip address rejected
    server ip 192.0.2.1 listed as abusive
    554 too many spams from your ip
    your server requires confirmation
    you are not allowed to connect
    554-gmx.net (mxgmx) Nemesis ESMTP Service not available 554-No SMTP service 554-IP address is block listed.
    421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints
    550 5.7.606 Access denied, banned sending IP [192.0.2.1]
    550-5.7.1 [192.0.2.1] Our system has detected that this message is 550-5.7.1 likely suspicious due to the very low reputation of the sending IP address
    550 5.7.1 Your IP has bad reputation
    550 rejected by SORBS
    550 Your sending IP is listed on UCEPROTECT
    550 permanent failure for one or more recipients (a@b.example:blocked)
    554 Your access to this mail system has been rejected due to the poor reputation of the sending MTA`,
  spam: `
    550-5.7.1 Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked
    554 5.7.1 This message has been blocked because it is considered spam
    554 Message rejected as spam by Content Filtering
    550 High probability of spam
    550-5.7.1 [192.0.2.1 12] Gmail has detected that this message is likely unsolicited mail`,
  virus: `
    550 5.7.1 Message contains spam or virus
    554 5.7.1 virus found
    550 Your message contains a trojan`,
  authentication: `
    550 5.7.9 This mail has been blocked because the sender is unauthenticated
    550-5.7.26 This mail is unauthenticated, which poses a security risk
    550 5.7.1 SPF check failed
    550 5.7.509 Access denied, sending domain b.example does not pass DMARC verification
    550-5.7.27 Your email has been blocked because SPF authentication didn't pass for this message
    550-5.7.30 Your email has been blocked because DKIM authentication didn't pass for this message
    550 5.7.515 Access denied, sending domain b.example doesn't meet the required authentication level
    550-5.7.26 Unauthenticated email from b.example is not accepted due to domain's DMARC policy`,
  'sender-rejected': `
    550 5.7.27 Sender address has null MX
    550 Verification failed for <a@b.example>
    550 domain of sender address a@b.example does not exist
    553 5.1.8 <a@b.example>... Domain of sender address a@b.example does not exist
    550 invalid sender
    550 empty envelope senders not allowed
    550 sender verify failed
    550 by non-member to a members-only list
    550 mail from not owned by user a
    550 mailfrom domain is listed in spamhaus
    550 null sender is not allowed
    550 sender domain is empty
    550 your email address has been blacklisted
    550 unroutable sender address
    550 5.7.1 <s@own.example>: Sender address rejected: Access denied
    550 sender not pre-approved
    554 5.1.8 Access denied, bad outbound sender
    550 Mail from address must be same as authorization user`,
  network: `
    connection timed out network
    connect to mx.b.example[192.0.2.1]:25: Connection refused
    unable to connect to destination
    554 5.4.6 too many hops
    malformed or unexpected name server reply
    451 4.3.0 Temporary lookup failure
    mail for a@b.example loops back to myself (config)
    451 4.4.0 DNS query failed. The error was: SMTPSEND.DNS.NonExistentDomain
    421 4.4.1 Connection timed out`,
  expired: `
    delivery time expired
    it has not been collected after 7 days
    message expired after sitting in queue for 5 days
    retry time not reached for any host after a long failure period
    this message has been in the queue too long
    was not reachable within the allowed queue period
    your message could not be delivered for more than 5 days
    550 5.4.300 Message expired -> 451 4.4.0 connection problem`,
  rate: `
    550 Ip frequency limited
    550 Connection frequency limited
    421 too many connections from your host
    450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered
    421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address
    450 you have exceeded the hourly limit
    452 4.5.3 too many recipients
    550 5.7.1 Message throttled
    421-4.7.28 Gmail has detected an unusual rate of mail originating from your SPF domain
    421 4.3.2 The maximum number of concurrent server connections has exceeded a limit
    450 Requested mail action not taken: mailbox unavailable Mail send limit exceeded
    550 5.4.5 Daily user sending limit exceeded
    450 4.7.1 a@b.example: Recipient address rejected: Greylisted for 300 seconds`,
  relaying: `
    550 5.7.1 Relaying denied
    554 5.7.1 <a@b.example>: Relay access denied
    553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)
    550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain
    550 not local host b.example, not a gateway`,
  content: `
    550 5.6.0 message content rejected
    552-5.7.0 This message was blocked because its content presents a potential security issue
    550 Message headers fail syntax check
    550 5.6.11 invalid bare linefeed
    550-5.7.1 messages missing a valid message-id header are not accepted
    554 No Resent-From field given
    550 5.6.11 SMTPSEND.BareLinefeedsAreIllegal; message contains bare linefeeds`,
  system: `
    451 4.3.5 server configuration error
    can't create user output file. command output
    452 4.3.1 insufficient system storage`,
};

const rows = Object.entries(replies).flatMap(([reason, lines]) =>
  lines
    .trim()
    .split(/\n\s*/)
    .map((text) => [text, reason] as const),
);

test.each(rows)('"%s" says %s', (text, reason) => {
  expect(classifyFailure({ text, ...readCodes(text) })).toBe(reason);
});
