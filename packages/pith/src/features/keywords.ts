/**
 * Words in short texts and headings that indicate their purpose, in the most common languages of the corpora. Matched
 * as whole lower-cased words.
 */
const KEYWORDS = {
  related:
    'related similar recommended recommends trending popular latest featured also ähnliche verwandte weitere lesen relacionados relacionadas similaires correlati powiązane gerelateerd похожие 相关 関連 推荐',
  comments:
    'comment comments kommentar kommentare commentaires comentarios commenti komentarze reacties reply replies antworten responder répondre комментарии 评论 コメント respond leave',
  share:
    'share tweet facebook twitter whatsapp linkedin pinterest instagram telegram email teilen partager compartir compartilhar condividi udostępnij delen поделиться follow folgen 分享 シェア',
  subscribe:
    'subscribe newsletter signup abonnieren abonnez suscríbete inscreva iscriviti abonneren subscription inbox membership join 订阅',
  legal:
    'copyright rights reserved privacy terms policy imprint impressum datenschutz disclaimer cookies cookie agb mentions légales 版权 gdpr consent',
  account:
    'login signin register account anmelden registrieren connexion entrar iniciar password forgot username logged log 登录 sign',
  shop: 'cart basket checkout add buy price shipping warenkorb panier carrito stock quantity wishlist sku returns delivery order',
  navigation:
    'menu home search skip toggle navigation back top next previous prev contact about page startseite suche accueil inicio main content sitemap',
  author:
    'author by von written autor auteur writer editor reporter posted redaktion staff contributor par por 作者 biography bio',
  date: 'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec published updated ago hours minutes days modified januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août enero febrero abril mayo junio julio agosto uhr min read',
  more: 'more read continue mehr weiterlesen lire suite leer más leia mais leggi view see all show click here learn 更多 details discover explore',
  ad: 'advertisement advertising anzeige werbung publicité publicidad sponsored sponsor ad ads reklama promoted 广告',
  tags: 'tags tag categories category filed topics schlagwörter kategorie étiquettes etiquetas labels posted',
  forum:
    'joined posts post quote member members reputation registered topic thread moderator upvote points likes reply replied senior junior answered asked votes',
  source: 'source sources credit photo image getty reuters quelle foto bild ap afp via courtesy',
  product:
    'description specifications specification features details reviews review rating dimensions material weight size color customers',
  faq: 'faq frequently asked questions question answer häufig fragen',
  help: 'helpful useful rate feedback was edit report print improve',
} as const;

export type Keyword = keyof typeof KEYWORDS;

export const KEYWORD_GROUPS = Object.keys(KEYWORDS) as readonly Keyword[];

export const KEYWORD_LISTS: readonly (readonly string[])[] = Object.values(KEYWORDS).map(words =>
  words.split(' '),
);

/** Words that address the reader or name the company, as advertising does and reporting does not. */
export const WORDS_OF_ADDRESS: readonly string[] =
  'you your we our us sie ihr ihre wir unser unsere vous votre nous notre'.split(' ');

/** Longer texts are sentences, not labels. Set by hand. */
export const LONGEST_KEYWORD_TEXT = 160;
