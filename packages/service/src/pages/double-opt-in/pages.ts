import { words } from '../../events/index.ts';
import { type Brand, document } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';

interface Subject {
  brand: Brand;
  email: string;
  language: Language;
}

/** Asks; nothing happens before the button is pressed. */
export function askPage({ brand, email, language }: Subject): string {
  const { question, about, address, confirm, ignore } = words[language];
  return document(
    `${question} · ${brand.name}`,
    `<h1>${question}</h1><p>${escapeHtml(about({ sender: brand.name }))}</p>
<dl><dt>${address}</dt><dd>${escapeHtml(email)}</dd></dl>
<form method="post"><div class="row"><button class="good">${confirm}</button></div></form><p class="soft">${ignore}</p>`,
    language,
    brand,
  );
}

export function confirmedPage({ brand, language }: Subject): string {
  const { thanks, confirmed } = words[language];
  return document(`${thanks} · ${brand.name}`, `<h1>${thanks}</h1><p>${confirmed}</p>`, language, brand);
}

export function alreadyPage({ brand, language }: Subject): string {
  const { already, alreadyText } = words[language];
  return document(`${already} · ${brand.name}`, `<h1>${already}</h1><p>${alreadyText}</p>`, language, brand);
}

/** One page for unknown and for dead links, whose language is not known or not to be told. */
export const deadLinkPage = document(
  'Link not valid · Link nicht gültig',
  `<h1>This link is not valid</h1><p>It has expired or was replaced by a newer mail. Please use the latest mail, or subscribe again.</p>
<div lang="de"><h1>Dieser Link ist nicht gültig</h1><p>Er ist zu alt, oder eine neuere E-Mail hat ihn ersetzt. Bitte benutzen Sie die neueste E-Mail, oder melden Sie sich noch einmal an.</p></div>
<div lang="fr"><h1>Ce lien n’est pas valable</h1><p>Il a expiré ou un e-mail plus récent l’a remplacé. Utilisez l’e-mail le plus récent ou inscrivez-vous de nouveau.</p></div>
<div lang="es"><h1>Este enlace no es válido</h1><p>Ha caducado o un correo más reciente lo ha sustituido. Utilice el correo más reciente o suscríbase de nuevo.</p></div>`,
  'en',
);
