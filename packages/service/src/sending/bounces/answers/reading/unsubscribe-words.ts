import { plainWords } from './own-words.ts';

/** Characters of a request: who writes more has more to say, and a person must read it. */
const maxRequest = 300;

/** How people ask for no more mails, in plain words by `plainWords`. */
const requests: readonly RegExp[] = [
  // English
  /\bunsub(?:scribe|scription)?\b|\bopt(?:ing)?[ -]?(?:me )?out\b|\b(?:remove|delete|take) (?:me|my (?:e-?mail|address|name))\b|\bstop (?:sending|e-?mailing|mailing|writing|contacting|spamming|these|this|the|your)\b|\bno more (?:of )?(?:these |your |this )?(?:e-?mails?|mails?|messages|newsletters?|spam)\b|\b(?:cancel|end) (?:my |the |this )?(?:subscription|newsletter)\b|\b(?:do not|don't|dont) (?:send|e-?mail|mail|write|contact) (?:me|us)\b|\bno longer (?:want|wish) to (?:receive|get)\b/,
  // German
  /\babmeld(?:en|ung|e)\b|\b(?:melde?|meldet|melden sie) (?:mich|uns) (?:bitte )?(?:\w+ ){0,4}ab\b|\babbestell(?:en|ung|e)\b|\b(?:bestelle|bestell) (?:\w+ ){1,6}ab\b|\baustragen\b|\btrag(?:en|t)? (?:sie )?(?:mich|uns) (?:\w+ ){0,4}aus\b|\baus (?:dem|ihrem|eurem|deinem) (?:e-?mail-?)?(?:verteiler|newsletter)\b|\bkeine? (?:weiteren |weitere )?(?:e-?mails?|mails?|newsletter|werbung|nachrichten)(?: mehr| von)?\b|\bnicht mehr (?:anschreiben|zusenden|zuschicken|schicken|kontaktieren|erhalten)\b|\b(?:newsletter|abo) kundigen\b/,
  // French
  /\bdesabonn(?:er|ement|ez|e)\b|\bdesin(?:scri(?:re|ption|vez|s)|scrivez)\b|\bne (?:plus|veux plus|souhaite plus|voudrais plus|desire plus) (?:recevoir|etre contacte)|\b(?:retirez|supprimez|enlevez|rayez|otez)[-‐ ]moi\b|\barretez? (?:de m'|vos |ces |l')|\bne m'(?:envoyez|ecrivez|envoie|ecris) plus\b|\bplus (?:aucun|de) (?:e-?mails?|mails?|courriels?|newsletters?|messages)\b|\b(?:annuler|resilier) (?:mon |l')(?:abonnement|inscription)\b/,
  // Spanish
  /\b(?:dar(?:me|nos)?|den?me|dame|darse|solicito(?: la)?) (?:de )?(?:la )?baja\b|\bbaja (?:de|del|en) (?:la |el |su |esta |este )?(?:lista|newsletter|boletin|suscripcion)\b|\bdesu(?:b)?scri(?:bir|birme|birse|pcion|banme|beme)\b|\bcancel(?:ar|en|e) (?:la |mi |esta )?suscripcion\b|\bno (?:quiero|deseo|queremos) (?:recibir )?mas (?:correos?|e-?mails?|mensajes|boletin(?:es)?|publicidad)?|\bno (?:quiero|deseo) (?:seguir recibiendo|recibir)\b|\bno me (?:envien?|manden?|escriban?) mas\b|\b(?:eliminen?|quiten?|borren?|sacar|saquen?)me\b|\bdejen? de (?:enviar|mandar|escribir)(?:me|nos)?\b/,
];

/** Words that are a request alone, or as a subject. */
const alone =
  /^(?:please |pls |bitte |svp |por favor,? )?(?:unsubscribe|unsub|stop|remove|opt[ -]?out|cancel|abmelden|abmeldung|abbestellen|austragen|stopp|kundigen|desabonner|desabonnement|desinscrire|desinscription|arret|arreter|baja|darme de baja|cancelar|eliminar|quitar)(?: me| mich| please| bitte| svp| s'il vous plait| por favor| newsletter)?[ .!]*$/;

/** Who says so does not ask for it now, or asks for the contrary. */
const denials =
  /\b(?:do not|don't|dont|did not|didn't|never) (?:want to |wish to |mean to )?(?:unsubscribe|opt)|\b(?:did|have|was|were|am|been) (?:i |we )?(?:\w+ )?unsubscribed?\b|\bunsubscribed\b|\bre-?subscribe|\bby mistake\b|\bby accident\b|\bnicht (?:\w+ )?(?:abmelden|abbestellen|austragen)\b|\bversehentlich\b|\bwieder anmelden\b|\bdesabonnee? par\b|\bne (?:veux|souhaite) pas (?:me |etre )?(?:desabonn|desinscri)|\bpar erreur\b|\breabonner|\bno quiero (?:darme de baja|desuscribir|cancelar)|\bpor error\b|\bsin querer\b/;

/**
 * Reports whether somebody asks to get no more mails, in English, German, French or Spanish. Long texts, and those that also say the
 * contrary, are for a person.
 * @param words those of the writer alone
 */
export function isUnsubscribeRequest(subject: string, words: string): boolean {
  const said = plainWords(words);
  const title = plainWords(subject);
  if (said === '') return alone.test(title);
  if (said.length > maxRequest || denials.test(said)) return false;
  // A new mail with this subject, not an answer to a mail that has it.
  return alone.test(said) || alone.test(title) || requests.some((pattern) => pattern.test(said));
}
