// More than 400 lines: one table of the words in which servers refuse mails.
import type { BounceReason } from '../../bounce-reasons/reasons.ts';

/**
 * Words of mail servers, in lower case, and their meaning: one phrase a line, as a regular expression; `@` stands for an
 * address. The first match counts: phrases about the sender or the mail stand before those about the recipient, because
 * "recipient rejected" is said of both, and precise ones before general ones. One long list, because the order counts across
 * all of it.
 */
export const phrases: readonly (readonly [BounceReason, string])[] = [
  [
    'policy',
    String.raw`
      (by|of) the recipient$|blocked by the recipient
      recipient preferences
      user rules
      message filtered
      is protected by
      (users?|recipients?|id) (reject|refuse)s?\b
      restricted sms
      not accepting (any )?(e-?)?mails?\b
      only accepting mail from
      not ?authori[sz]ed ?(for|to|to send to) ?(this )?(group|list)
      not authenticated ?(for|when sending to) ?(this )?group
      delivery restriction`,
  ],
  [
    'host-unknown',
    `
      account or domain may not exist`,
  ],
  [
    'rate',
    `
      send(ing)? limit exceeded
      unusual rate of`,
  ],
  [
    'reverse-dns',
    String.raw`
      reverse dns
      \brdns\b
      \bptr\b
      reverse (host|lookup|mapping|ip)
      cannot (find|resolve) your (host|ip|reverse)
      fix reverse
      ip name lookup`,
  ],
  [
    'authentication',
    String.raw`
      \bdmarc\b
      \bspf\b
      \bdkim\b
      unauthenticated (e-?mail|message|sender)
      sender is (unauthenticated|not authenticated)
      sender policy framework
      not pass authentication
      sender authentication
      required authentication
      authentication (level|requirements)`,
  ],
  [
    'content',
    `
      potential security issue
      content presents`,
  ],
  [
    'virus',
    String.raw`
      \bvirus
      malware
      infected
      trojan`,
  ],
  [
    'accepts-no-mail',
    String.raw`
      null ?mx
      does not accept (any )?(e-?)?mail\b(?! from)
      system not accepting
      not accepting network messages
      no mx found
      host does not receive mail
      recipient address has (a )?null mx
      find a mail exchanger
      smtp protocol returned a permanent error
      doesn.t accept (any )?(e-?)?mail\b(?! from)`,
  ],
  [
    'too-big',
    String.raw`
      (message|mail|e-?mail|content|line) ?(size|length)? ?(is )?(too (big|large|long)|limit exceeded|size exceeds|length exceeds|exceeds? (fixed|the|maximum|allowed|size|our|administrative))
      (size|length) exceeds (administrative|maximum|the)
      message size (limit|exceeds)
      mail size limit
      max(imum)? message size
      too (big|large) for
      message header size
      exceed(s|ed|ing)? (the |its |our )?(max(imum)?|allowed|permitted) (\w+ )?(message|mail) size`,
  ],
  [
    'system',
    `
      system storage
      system full`,
  ],
  [
    'mailbox-full',
    String.raw`
      mail ?box ?(is )?(full|exceed)
      (quota|space|storage) (is )?(not enough|insufficient|exhausted)
      mailbox.{0,60}(is full|over quota|exceed(s|ed)|quota)
      quota (exceed|full|exhaust)
      over ?quota
      exceed(s|ed|ing)? .{0,40}(quota|storage|mailbox)
      (out of|not enough|insufficient) (disk|storage|mailbox|system)? ?(quota|space|storage)
      out of storage
      disk (quota|full|is full)
      (in|maild|mail)box (size )?(limit|is full)
      size of .{0,20}mailbox
      too much mail data
      full mailbox
      (user|account|recipient)('s)? .{0,40}is full
      no space left
      storage quota
      postfach .{0,30}voll
      speicherplatz
      bo[iî]te .{0,40}pleine
      buz[oó]n .{0,30}lleno
      casella .{0,30}piena
      caixa .{0,30}cheia
      переполнен
      満杯
      容量を超え
      exceeding (receiving|storage|mailbox) limits?
      (enough|available) (disk |storage )?space
      (folder|inbox|box|account|directory) (is )?full
      mail file size exceeds
      over (the|its|their|your) (\w+ )?quota
      quota violation
      space has been used up
      too many messages (on|in)`,
  ],
  [
    'rate',
    String.raw`
      too many (connections|messages|e-?mails|mails|recipients|concurrent|sessions|errors|invalid|smtp|auth)
      rate.?limit
      frequency (is )?limit
      throttl
      (connection|sending|message) rate
      too fast
      receiving mail at a rate
      connection limit
      (hourly|daily) (\w+ ){0,2}(quota|limit)
      (connection|rate) limit exceeded
      number of (\w+ ){0,3}connections
      gr[ae]y.?list
      mails? per (second|minute|hour|day|session)
      (unusual|high) rate of`,
  ],
  [
    'relaying',
    `
      relay(ing)? (is )?(not |access |operation )?(denied|permitted|allowed|prohibited|rejected)
      not (permitted|allowed|able|authori[sz]ed) to relay
      relaying denied
      unable to relay
      mail relay
      no relaying
      we do not relay
      open relay
      rcpthosts
      not a gateway
      not (our|a) local (host|domain)`,
  ],
  [
    'sender-rejected',
    String.raw`
      sender (address )?(was )?(reject|den|not|unknown|invalid|verif|domain)
      (invalid|unroutable|unrouteable|unknown|bad|blocked) sender
      domain of sender
      sender'?s? (domain|address)\b
      from address (is )?(not|invalid)
      mail from .{0,40}(rejected|denied|not allowed|must be)
      return.?path
      envelope.?(from|sender).{0,30}(invalid|reject)
      verification failed for @
      only accepts? (mail|messages) from
      not (a )?member
      may not have permission to post
      permission to (post|send)
      group(s)? .{0,40}(closed|permission)
      senders? (is|are) (not )?(allowed|restricted|authori[sz]ed)
      restricted to
      authentication required to (send|deliver|group)
      authrequired
      (envelope|empty|null) senders? (is |are )?not
      non-?members?
      not owned by
      mail ?from domain
      your e-?mail address (has been|is) (black|block|reject)
      (reject|refuse)s? mail from`,
  ],
  [
    'blocked',
    String.raw`
      spamhaus
      spamcop
      dnsbl
      \brbl\b
      block ?list
      black ?list\b
      blocked using
      \bips? (is |are )?blocked
      from (this|your) ip
      your network
      \b(sorbs|uceprotect|cloudmark|senderbase|spfbl|invaluement)\b`,
  ],
  [
    'spam',
    String.raw`
      \bspam
      junk ?mail
      unsolicited
      \bube\b
      \buce\b
      bulk mail
      high probability of
      (looks|appears) (to be )?(like )?(bulk|unwanted)
      blacklisted (url|link)
      \burl in message`,
  ],
  [
    'blocked',
    String.raw`
      blacklisted
      barracuda
      \bban(ned)?\b
      (ip|host|client|server|network|address|connection|sender|access|messages?)( \S+){0,6} (is |was |are |been )?(blocked|banned|listed|blacklisted)
      blocked (by|using|for|because)
      (poor|bad|low) (\w+ )?reputation
      reputation
      weren't sent
      part of their network is on
      suspicious (activity|ip)
      invalid ip
      dynamic (ip|host)
      dial.?up
      connections? (not accepted|refused|rejected) (from|by|due)
      my name was rejected
      invalid (domain|host) name
      helo
      ehlo
      client host rejected
      use the smtp server of
      cannot find your hostname
      refused to talk
      not allowed to (send|connect)
      bot network
      service refuse
      (sender|sending|source|your|client)( mail)? ips?\b
      blocked -
      : ?blocked\b
      go away
      open proxy
      requires confirmation
      no access from
      (mail|messages?|connections?|access) from \d+\.\d+
      (?<!not )listed (at|as|in|on|by)\b`,
  ],
  [
    'expired',
    String.raw`
      retry time(out)?
      retry limit
      gave up
      given up after
      giving up\.$
      delivery time expired
      envelope expired
      message expired
      too (long|old)
      could not deliver for
      has been failing for
      have been failing
      failed \d+ attempts
      time limit
      timed? out trying
      message (timeout|timed out)
      undeliverable for
      cannot send message (within|for)
      (not |un)delivered (for|after|within)
      (not yet|still not) been delivered
      will be retried
      delivery (has been |is )?(delayed|temporarily)
      has been delayed
      queue too long
      several attempts
      not been collected
      queue period
      (could not be|been|not) delivered (for|in|within|after) (more|over)
      in the queue`,
  ],
  [
    'moved',
    String.raw`
      has moved
      moved to another
      address (has )?changed
      no longer (using|in use)
      new (e-?mail )?address
      no forwarding address
      not local;? please try
      relocated
      please update your (address|records)
      has changed to\b`,
  ],
  [
    'host-unknown',
    `
      unknown (host|domain|server|mail host|mail domain)
      no such (host|domain)
      domain must exist
      mail domain .{0,40}unknown
      bad (destination )?(host|domain)
      dns hard error`,
  ],
  [
    'mailbox-disabled',
    `
      mailbox unavailable or access denied
      administratively (disabled|suspended|locked)`,
  ],
  [
    'mailbox-unknown',
    String.raw`
      user ?(is )?(unknown|not (found|known|exist|listed|here)|doesn.?t (exist|have))
      unknown (user|recipient|local|mailbox|account|address|e-?mail|or illegal alias)
      no such (user|mailbox|recipient|address|person|account|e-?mail|customer|id)
      (mailbox|account|address|recipient|user|alias|addressee|inbox|e-?mail)( \S+){0,5} (does ?n.?o?t exist|not (found|exist|valid|recogni[sz]ed|known|listed)|is (invalid|unknown|not (valid|known|a valid|recogni[sz]ed|found)))
      recipient (unknown|not found|name is not|address rejected: (user|undeliver|unknown|invalid|no such|unverified))
      (invalid|bad|illegal) (recipient|mailbox|user|destination|address|final|delivery)
      no (mailbox|account|user|recipient)
      not (a )?(known|valid|our|local) (user|recipient|mailbox|customer|account|address)
      recipnotfound
      couldn.?t be found
      could not be found
      mailbox unavailable
      recipient address rejected(: access denied|\.? ?(\(|$))
      見つかりません
      リストにありません
      存在しません
      宛先不明
      unbekannt
      existiert nicht
      n.existe pas
      no existe
      inesistente
      non esiste
      não existe
      nie istnieje
      bestaat niet
      не существует
      не найден
      not listed in
      not in (the |our )?(domino |name |address )?(directory|list)
      undeliverable address
      destination (user|mailbox)
      doesn.?t have an? \S+ account
      cannot find .{0,30}(user|mailbox|recipient)
      unable to find (the )?(user|recipient)
      badly formed
      malformed address
      account (does|is) not
      \bnot our customer
      recipients? (was|were) rejected
      isn.?t (a )?(valid|found)
      wasn.?t found
      address not present
      unrouteable user
      mailbox not found
      no longer (valid|available|accept|with|on|at|here|exist|employed|works)
      @ ?(\.\.\. ?)?:? ?((is|was) )?(not found|does(n.t| not) exist|unknown|has been deleted|not (a )?(valid|known))
      ^[\d .#-]*address rejected
      address(es)? (were |is )?(unknown|not in use)
      archived recipient
      bad[ _-]?rcpt|bad[ _-]?recipient
      can.?t accept (user|recipient)
      rejected recipients?
      not an active (address|user|account|mailbox)
      (mailbox|recipient|user) (is )?(invalid|not (present|local|ok|exist))
      no mail ?box
      non-?existent (user|mailbox|recipient|account|address|alias)
      recipients? (was|were|is) (undeliverable|unknown|not found)
      no ?(one|body) at this address
      (person|customer|subscriber|member|spectator) does not exist
      missing home directory
      (invalid or unknown|unknown or invalid|unknown virtual) (virtual )?user
      (address|account|mailbox|user)( \S+){0,2} (deleted|removed|closed|cancel+ed)\b
      not have an? (\S+ )?(account|mailbox) 
      no such (local|virtual|e-?mail|mail) 
      recipient (address )?verif(y|ication)
      verification failed for recipient
      handle (e-?)?mail for (this|that) (account|user|address)
      sconosciut|desconocid|inconnu|desconhecid|nieznany|onbekend|okänd|ukjent|neznám|неизвест`,
  ],
  [
    'mailbox-disabled',
    String.raw`
      (account|mailbox|user|recipient|address)( \S+){0,4} (is |has been |was |are |temporarily |currently |been )*(disabled|suspended|inactive|in?activated|deactivated|locked|discontinued|not active|on hold|frozen|terminated|unavailable|expired|dormant|blocked)
      mailbox (currently )?(disabled|inactive)
      delivery not available
      not receiving
      (disabled|suspended|inactive|locked|dormant|deactivated) (account|mailbox|user|recipient)
      recipient suspend`,
  ],
  [
    'network',
    `
      not found, try again
      (temporary|transient) (dns|lookup|name)
      dns (query|lookup) failed`,
  ],
  [
    'host-unknown',
    String.raw`
      (host|domain|server|dns)( \S+){0,4} (unknown|(is )?not found|does ?n.?o?t exist|not exist|nxdomain|name not found|not resolve|invalid)
      unrouteable (address|mail domain|domain)
      unroutable
      nxdomain
      name or service not known
      (lookup|resolution) (failure|failed|error)
      illegal host
      no (mx|a) records?
      non-?existent (host|domain)
      all relevant mx records point
      domain isn't
      host or domain name not found
      couldn't find any host`,
  ],
  [
    'network',
    `
      connection (refused|timed? ?out|reset|lost|dropped|closed|failed|error)
      no route
      (unable|failed|could ?n.?o?t) to? ?connect
      network (error|is unreachable|unreachable)
      host (is )?(not reachable|unreachable|down|not responding)
      too many hops
      mail loop
      routing loop
      loop(s|ing)? (back|detected)
      hop count
      did not (accept our requests|respond)
      not responding
      name service error
      server (down|unavailable|busy)
      socket error
      lost connection
      conversation with
      try again$
      establish (an? )?(smtp )?connection
      tls
      starttls
      certificate
      handshake
      name server`,
  ],
  [
    'content',
    String.raw`
      content (reject|filter|not|denied)
      (message|mail) (content|contains|rejected due to content)
      attachment
      invalid header
      header (error|field|syntax)
      mime
      subject
      bare (lf|cr)
      charset
      8.?bit
      encoding
      (missing|no|without an?) [\w-]*(from|date|message-id|sender|header) (field|header|line)
      missing (from|date|message-id)
      not rfc
      rfc ?\d{3,4}
      duplicate header
      conversion
      bare line ?feed
      headers? fail
      (missing|without) .{0,20}(header|message-id)`,
  ],
  [
    'policy',
    `
      polic(y|ies)
      administrat
      not authori[sz]ed
      unauthori[sz]ed
      access denied
      prohibit
      forbidden
      not permitted
      denied
      security
      refused
      restricted
      rejected
      not allowed
      verboten`,
  ],
  [
    'protocol',
    `
      syntax
      protocol error
      command (not|unrecogni[sz]ed|reject)
      bad sequence
      unrecogni[sz]ed
      unimplemented
      valid rcpt
      no valid recipients`,
  ],
  [
    'system',
    `
      system (error|resource|fail|config)
      local error
      configuration error
      internal (error|server)
      i/o error
      cannot (create|open|append|write)
      can't (create|open|chdir)
      temporary (error|failure|problem)
      mailer (error|died)
      process (died|failed)
      command died
      exit (status|code)
      service unavailable
      resources temporarily
      server error
      storage`,
  ],
];
