import type { Notice } from './notice.ts';

/** Subjects of programs that answer by themselves. */
export const automaticSubject =
  /^(?:(?:re|aw|sv|vs): ?)?(?:automatic reply|auto(?:mated)?.?(?:reply|response|antwort)|out of (?:the )?office|abwesenheit|automatische antwort|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|automatiskt svar|automatická odpověď|automatyczna odpowiedź|автоответ|自動応答|不在)/i;

/** Reports whether the header of a mail says that a program answers with it (RFC 3834, and what was used before). */
export const isMarkedAsReply = ({ headers }: Notice): boolean =>
  /^auto-(?:replied|notified)/i.test(headers.get('auto-submitted') ?? '') ||
  headers.has('x-autoreply') ||
  headers.has('x-autorespond') ||
  /^auto_?reply/i.test(headers.get('precedence') ?? '');
