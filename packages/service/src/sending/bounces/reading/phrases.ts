import type { BounceReason } from './reasons.ts';

/**
 * Words of mail servers, in lower case, and what they say. The first match counts: what is about the sender or the mail
 * stands before what is about the recipient, because "recipient rejected" is said of both.
 */
export const phrases: readonly (readonly [BounceReason, RegExp])[] = [
  [
    'reverse-dns',
    /reverse dns|\brdns\b|\bptr\b|reverse (?:host|lookup|mapping|ip)|cannot (?:find|resolve) your (?:host|ip|reverse)|fix reverse/,
  ],
  [
    'authentication',
    /\bdmarc\b|\bspf\b|\bdkim\b|unauthenticated (?:e-?mail|message|sender)|sender policy framework|not pass authentication|sender authentication/,
  ],
  ['virus', /\bvirus|malware|infected|trojan/],
  [
    'accepts-no-mail',
    /null ?mx|does not accept (?:any )?(?:e-?mail|mail)\b|system not accepting|not accepting network messages|no mx found|host does not receive mail|recipient address has (?:a )?null mx|find a mail exchanger|smtp protocol returned a permanent error: mx is empty/,
  ],
  [
    'too-big',
    /(?:message|mail|e-?mail|content|line) ?(?:size|length)? ?(?:is )?(?:too (?:big|large|long)|limit exceeded|size exceeds|length exceeds|exceeds? (?:fixed|the|maximum|allowed|size|our|administrative))|(?:size|length) exceeds (?:administrative|maximum|the)|message size (?:limit|exceeds)|mail size limit|max(?:imum)? message size|too (?:big|large) for|exceeded maximum (?:message|inbound) size|message header size/,
  ],
  [
    'mailbox-full',
    /mailbox ?(?:is )?(?:full|exceed)|mailbox.{0,60}(?:is full|over quota|exceed(?:s|ed)|quota)|quota (?:exceed|full|exhaust)|over ?quota|exceed(?:s|ed|ing)? .{0,40}(?:quota|storage|mailbox)|(?:out of|not enough|insufficient) (?:disk|storage|mailbox|system)? ?(?:quota|space|storage)|out of storage|disk (?:quota|full|is full)|(?:in|maild|mail)box (?:size )?(?:limit|is full)|size of .{0,20}mailbox|too much mail data|full mailbox|(?:user|account|recipient)(?:'s)? .{0,40}is full|no space left|storage quota|postfach .{0,30}voll|speicherplatz|bo[iî]te .{0,40}pleine|buz[oó]n .{0,30}lleno|casella .{0,30}piena|caixa .{0,30}cheia|переполнен|満杯|容量を超え/,
  ],
  [
    'rate',
    /too many (?:connections|messages|e-?mails|mails|recipients|concurrent|sessions|errors|invalid|smtp|auth)|rate.?limit|throttl|(?:connection|sending|message) rate|too fast|receiving mail at a rate|connection limit|(?:hourly|daily) (?:\w+ )?(?:quota|limit)|mails? per (?:second|minute|hour|day|session)/,
  ],
  [
    'relaying',
    /relay(?:ing)? (?:is )?(?:not |access |operation )?(?:denied|permitted|allowed|prohibited|rejected)|not (?:permitted|allowed|able|authori[sz]ed) to relay|relaying denied|unable to relay|mail relay|no relaying|we do not relay|open relay/,
  ],
  [
    'sender-rejected',
    /sender (?:address )?(?:was )?(?:reject|den|not|unknown|invalid|verif|domain)|(?:invalid|unroutable|unrouteable|unknown|bad|blocked) sender|domain of sender|sender'?s? (?:domain|address) |from address (?:is )?(?:not|invalid)|mail from .{0,40}(?:rejected|denied|not allowed)|return.?path|envelope.?(?:from|sender).{0,30}(?:invalid|reject)|only accepts? (?:mail|messages) from|not (?:a )?member|may not have permission to post|permission to (?:post|send)|group(?:s)? .{0,40}(?:closed|permission)|senders? (?:is|are) (?:not )?(?:allowed|restricted|authori[sz]ed)|restricted to|authentication required to (?:send|deliver|group)|authrequired/,
  ],
  [
    'spam',
    /\bspam|junk ?mail|unsolicited|\bube\b|\buce\b|bulk mail|high probability of|(?:looks|appears) (?:to be )?(?:like )?(?:bulk|unwanted)|blacklisted (?:url|link)|\burl in message/,
  ],
  [
    'blocked',
    /black ?list|block ?list|blacklisted|\brbl\b|dnsbl|spamhaus|spamcop|barracuda|\bban(?:ned)?\b|(?:ip|host|client|server|network|address|connection|sender|access|messages?)(?: \S+){0,6} (?:is |was |are |been )?(?:blocked|banned|listed|blacklisted)|blocked (?:by|using|for|because)|(?:poor|bad|low) (?:\w+ )?reputation|reputation|weren't sent|part of their network is on|suspicious (?:activity|ip)|invalid ip|dynamic (?:ip|host)|dial.?up|connections? (?:not accepted|refused|rejected) (?:from|by|due)|my name was rejected|invalid (?:domain|host) name|helo|ehlo|client host rejected|use the smtp server of|cannot find your hostname|refused to talk|not allowed to (?:send|connect)|bot network|service refuse/,
  ],
  [
    'expired',
    /retry time(?:out)?|retry limit|gave up|given up after|giving up\.$|delivery time expired|envelope expired|message expired|too (?:long|old)|could not deliver for|has been failing for|have been failing|failed \d+ attempts|time limit|timed? out trying|message (?:timeout|timed out)|undeliverable for|cannot send message (?:within|for)|(?:not |un)delivered (?:for|after|within)|(?:not yet|still not) been delivered|will be retried|delivery (?:has been |is )?(?:delayed|temporarily)|has been delayed|queue too long|several attempts/,
  ],
  [
    'moved',
    /has moved|moved to another|address (?:has )?changed|no longer (?:using|in use)|new (?:e-?mail )?address|no forwarding address|relocated|please update your (?:address|records)/,
  ],
  [
    'mailbox-unknown',
    /user ?(?:is )?(?:unknown|not (?:found|known|exist|listed|here)|doesn.?t (?:exist|have))|unknown (?:user|recipient|local|mailbox|account|address|e-?mail|or illegal alias)|no such (?:user|mailbox|recipient|address|person|account|e-?mail|customer|id)|(?:mailbox|account|address|recipient|user|alias|addressee|inbox|e-?mail)(?: \S+){0,5} (?:does ?n.?o?t exist|not (?:found|exist|valid|recogni[sz]ed|known|listed)|is (?:invalid|unknown|not (?:valid|known|a valid|recogni[sz]ed|found)))|recipient (?:unknown|not found|name is not|address rejected: (?:user|undeliver|unknown|invalid|no such|unverified))|(?:invalid|bad|illegal) (?:recipient|mailbox|user|destination|address|final|delivery)|no (?:mailbox|account|user|recipient)|not (?:a )?(?:known|valid|our|local) (?:user|recipient|mailbox|customer|account|address)|recipnotfound|couldn.?t be found|could not be found|mailbox unavailable|recipient address rejected(?:: access denied|\.? ?(?:\(|$))|見つかりません|リストにありません|存在しません|宛先不明|unbekannt|existiert nicht|n.existe pas|no existe|inesistente|non esiste|não existe|nie istnieje|bestaat niet|не существует|не найден|not listed in|not in (?:the |our )?(?:domino |name |address )?(?:directory|list)|undeliverable address|destination (?:user|mailbox)|rejected recipient|doesn.?t have an? \S+ account|cannot find .{0,30}(?:user|mailbox|recipient)|unable to find (?:the )?(?:user|recipient)|badly formed|malformed address|account (?:does|is) not|\bnot our customer|recipients? (?:was|were) rejected|isn.?t (?:a )?(?:valid|found)|wasn.?t found|address not present|mailbox unavailable or access denied|unrouteable user|mailbox not found|no longer (?:valid|available|accept|with|on|at)/,
  ],
  [
    'mailbox-disabled',
    /(?:account|mailbox|user|recipient|address)(?: \S+){0,4} (?:is |has been |was |are |temporarily |currently |been )*(?:disabled|suspended|inactive|in?activated|deactivated|locked|discontinued|not active|on hold|frozen|terminated|unavailable|expired|dormant|blocked)|(?:disabled|suspended|inactive|locked|dormant) (?:account|mailbox|user|recipient)|mailbox (?:currently )?(?:disabled|inactive)|delivery not available|not receiving/,
  ],
  ['network', /not found, try again|(?:temporary|transient) (?:dns|lookup|name)/],
  [
    'host-unknown',
    /(?:host|domain|server|dns)(?: \S+){0,4} (?:unknown|(?:is )?not found|does ?n.?o?t exist|not exist|nxdomain|name not found|not resolve|invalid)|unknown (?:host|domain|server|mail host)|no such (?:host|domain)|unrouteable (?:address|mail domain|domain)|unroutable|nxdomain|name or service not known|(?:lookup|resolution) (?:failure|failed|error)|illegal host|bad (?:host|domain)|no (?:mx|a) records?|non-?existent (?:host|domain)|all relevant mx records point|domain isn't|host or domain name not found|couldn't find any host/,
  ],
  [
    'network',
    /connection (?:refused|timed? ?out|reset|lost|dropped|closed|failed|error)|no route|(?:unable|failed|could ?n.?o?t) to? ?connect|network (?:error|is unreachable|unreachable)|host (?:is )?(?:not reachable|unreachable|down|not responding)|too many hops|mail loop|routing loop|loop(?:s|ing)? (?:back|detected)|hop count|did not (?:accept our requests|respond)|not responding|name server (?:error|timeout)|name service error|server (?:down|unavailable|busy)|socket error|lost connection|conversation with|try again$|establish (?:an? )?(?:smtp )?connection|tls|starttls|certificate|handshake/,
  ],
  [
    'content',
    /content (?:reject|filter|not|denied)|(?:message|mail) (?:content|contains|rejected due to content)|attachment|invalid header|header (?:error|field|syntax)|mime|subject|bare (?:lf|cr)|charset|8.?bit|encoding|missing (?:from|date|message-id)|not rfc|rfc ?\d{3,4}|duplicate header|conversion/,
  ],
  [
    'policy',
    /polic(?:y|ies)|administrat|not authori[sz]ed|unauthori[sz]ed|access denied|prohibit|forbidden|not permitted|denied|security|refused|restricted|rejected|not allowed|verboten/,
  ],
  [
    'protocol',
    /syntax|protocol error|command (?:not|unrecogni[sz]ed|reject)|bad sequence|unrecogni[sz]ed|unimplemented|valid rcpt|no valid recipients/,
  ],
  [
    'system',
    /system (?:error|resource|fail|config)|local error|configuration error|internal (?:error|server)|i\/o error|cannot (?:create|open|append|write)|can't (?:create|open|chdir)|temporary (?:error|failure|problem)|mailer (?:error|died)|process (?:died|failed)|command died|exit (?:status|code)|service unavailable|resources temporarily|server error|storage/,
  ],
];
