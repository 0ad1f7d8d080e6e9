import type { Client } from '@mailwright/client';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]));

/** The subject as the first recipient sees it. It stays as it was written if it cannot be filled in any more. */
export async function renderedSubject({ mailings }: Client, mailingid: number, subject: string): Promise<string> {
  if (!/\[\[|\{[{%]/.test(subject)) return subject;
  const escaped = subject.replace(/[&<>]/g, (character) => entities[character]!);
  const shown = await mailings.preview({ mailingid, body: { html: escaped } });
  return shown.ok ? shown.data.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters.get(entity)!) : subject;
}
