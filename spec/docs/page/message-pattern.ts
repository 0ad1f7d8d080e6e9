const places = /\{[^}]*\}/;

/** Matches the texts that a documented error message such as `Mailing with id {id} not found.` can have. */
export function messagePattern(message: string): RegExp {
  const parts = message.split(places).map((text) => text.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 'is');
}

/** The number of characters that are the same in all texts of a message. */
export const countFixed = (message: string): number => message.split(places).join('').length;
