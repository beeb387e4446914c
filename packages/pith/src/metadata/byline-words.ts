/** Words before the author's name in a visible byline, by language. */
// biome-ignore format: a table of words reads better in rows
const PREFIXES: Readonly<Record<string, string>> = {
  en: 'words and pictures by|words and photographs by|words and pictures|text and photos by|compiled by|written by|posted by|published by|reported by|article by|story by|review by|reviewed by|text by|words by|created by|submitted by|started by|contributed by|authored by|author|authors|writer|by',
  de: 'ein gastbeitrag von|ein beitrag von|ein kommentar von|ein artikel von|eine analyse von|geschrieben von|verfasst von|veröffentlicht von|erstellt von|text und fotos|text|autor|autorin|autoren|autorinnen|autor/in|von',
  fr: 'écrit par|publié par|rédigé par|article de|propos recueillis par|posté par|auteur|auteure|auteurs|texte|par',
  es: 'escrito por|publicado por|redactado por|autor|autora|autores|texto|por',
  pt: 'escrito por|publicado por|postado por|texto de|reportagem de|autor|autora|autores|por',
  it: 'scritto da|pubblicato da|a cura di|articolo di|testo di|autore|autrice|autori|di|da',
  nl: 'geschreven door|geplaatst door|gepubliceerd door|tekst|auteur|auteurs|door',
  sv: 'skriven av|publicerad av|text|skribent|författare|av',
  no: 'skrevet av|publisert av|tekst|forfatter|journalist|av',
  da: 'skrevet af|tekst|forfatter|af',
  fi: 'kirjoittanut|kirjoittaja|teksti|toimittaja',
  is: 'höfundur|eftir',
  pl: 'napisał|napisała|opracował|opracowała|tekst|autor|autorka|autorzy',
  cs: 'napsal|napsala|text|autor|autorka|autoři',
  sk: 'napísal|napísala|autor|autorka',
  hu: 'írta|szerző|szöveg',
  ro: 'scris de|publicat de|autor|autori|de',
  hr: 'piše|napisao|napisala|autor|autorica',
  tr: 'yazan|yazar|haber|tarafından',
  ca: 'escrit per|per',
  ru: 'автор|авторы|текст|от',
  uk: 'автор|автори|текст|від',
  bg: 'автор|от',
  sr: 'аутор|пише',
  el: 'του|της|γράφει ο|γράφει η|συντάκτης|από',
  ar: 'بقلم|كتب|كتبت|الكاتب|تأليف',
  fa: 'نویسنده|به قلم',
  he: 'מאת|כתב|כתבה',
  hi: 'लेखक|द्वारा',
  zh: '作者|文/|文／|文|撰文|记者|記者|来源作者|責任編輯|编辑|撰稿',
  ja: '著者|執筆者|執筆|筆者|文責|文|取材・文|ライター|記者|投稿者',
  ko: '글|기자|작성자|글쓴이',
  vi: 'tác giả|bởi|viết bởi|theo',
  id: 'ditulis oleh|penulis|oleh',
  th: 'โดย|ผู้เขียน|เขียนโดย',
};

const JOINERS = 'and|und|et|y|e|i|och|og|en|ja|és|și|si|ve|и|та|й|і|και|و|และ|và|dan|with|mit|avec|con';

const ROLES =
  'editor|reporter|writer|correspondent|journalist|columnist|contributor|author|producer|photographer|critic|blogger|' +
  'analyst|editor-in-chief|staff|intern|freelancer|guest|senior|chief|executive|managing|associate|assistant|deputy|' +
  'contributing|director|founder|ceo|cto|cofounder|professor|manager|specialist|strategist|' +
  'redakteur|redakteurin|redaktor|redaktorin|korrespondent|korrespondentin|autor|autorin|volontär|volontärin|chefredakteur|' +
  'chefredakteurin|journalistin|reporterin|journaliste|rédacteur|rédactrice|correspondant|correspondante|redactor|redactora|' +
  'periodista|corresponsal|giornalista|redazione|jornalista|repórter|redacteur|verslaggever|reporterka|dziennikarz';

/** Academic and generational suffixes: the part after a comma is one of these, not another name. */
const SUFFIXES =
  'jr|sr|ii|iii|iv|phd|ph.d|md|m.d|ma|m.a|mba|msc|bsc|esq|dds|rn|rd|rdn|ms|cpa|cfp|do|jd|j.d|dvm|pharmd|lcsw|edd';

/** Words in names of organisations and teams, which are used only if the page names no person. */
const COLLECTIVES =
  'staff|team|redaktion|redakteur|editor|editors|editorial|newsroom|newsdesk|desk|news|admin|administrator|webmaster|' +
  'contributor|contributors|reporter|reporters|correspondent|writer|writers|guest|agency|agencies|agencias|agence|press|reuters|afp|dpa|apa|ansa|efe|' +
  'associated|redazione|redacción|redaccion|redação|rédaction|redactie|redakce|redakcja|toimitus|online|magazine|' +
  'magazin|zeitung|media|gmbh|inc|ltd|llc|ag|company|group|verlag|verein|institut|university|universität|blog|' +
  'support|marketing|unknown|anonymous|user|author|website|webteam|editor|pressestelle|presse|kna|epd|sda|sid|' +
  'redacao|редакция|редакція|编辑部|編集部|本报|新华社|board|department|foundation|association|community|official|' +
  'your|our|unser|tv|radio|times|post|daily|journal|today|network|studio|agentur|service|services';

const NEVER =
  'full bio|posts|find|loading|read full bio|call us|share|comments|comment|reply|follow|subscribe|sign in|log in|login|read more|menu|search|home|print|email|e-mail|facebook|' +
  'twitter|instagram|linkedin|whatsapp|pinterest|about|contact|more|advertisement|updated|published|posted|posted on|published on|teilen|drucken|' +
  'kommentar|kommentare|mehr|partager|imprimer|compartir|condividi|null|undefined|none|nan|n/a|false|true|object object|author name|' +
  'view all posts|zeige|members|reviews|last update|see all|all posts|bio|profile|no author|unbekannt|-|name|by|von|photo|foto|getty images|text';

const set = (list: string): ReadonlySet<string> => new Set(list.split('|'));

export const BYLINE_OPENINGS = set(Object.values(PREFIXES).join('|'));
export const BYLINE_PREFIX = /* @__PURE__ */ bylinePrefix();
export const NAME_SEPARATOR = new RegExp(`\\s(?:${JOINERS})\\s|\\s?[&;/、，；+|]\\s?|,\\s`, 'iu');
export const ROLE_WORDS = set(ROLES);
export const NAME_SUFFIXES = set(SUFFIXES);
export const COLLECTIVE_WORDS = set(COLLECTIVES);
export const NEVER_NAMES = set(NEVER);

function bylinePrefix(): RegExp {
  const longestFirst = [...BYLINE_OPENINGS].sort((a, b) => b.length - a.length);
  const openings = longestFirst.map(word => word.replace(/[.*+?^${}()[\]/\\]/g, '\\$&')).join('|');
  return new RegExp(`^[\\s—–•|*-]{0,5}(?:${openings})\\s?(?:[:：/／|]\\s?|\\s)`, 'iu');
}
