/** Words that indicate the purpose of short texts and headings, in the most common languages of the corpora. */
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

/** Words that address the reader or refer to the company: common in advertising, rare in reports. */
export const WORDS_OF_ADDRESS: readonly string[] =
  'you your we our us sie ihr ihre wir unser unsere vous votre nous notre'.split(' ');

/** Maximum characters of a text that is searched for keywords; longer texts are sentences. Set by hand. */
export const LONGEST_KEYWORD_TEXT = 160;

/** The most common function words of each language: frequent in prose, rare in menus and labels. */
const STOP_WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to in a is that for it was on are as with his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than been its who now people my made over did down only way find use may after also',
  de: 'der die das und in zu den von ist mit sich des auf für nicht als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei eine ein kann wenn wir ich ihr',
  fr: 'le la les de des du et à en un une que qui est dans pour pas par sur au avec ce il plus sont se ne ou mais son sa ses leur aux cette nous vous elle ils été être comme tout fait même si ont',
  es: 'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está',
  pt: 'de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já eu também só pelo pela até isso ela entre depois sem mesmo aos seus são foi ser está',
  it: 'di e il la che in a per è un una non con si da le dei del della i al come più anche gli ma alla su se lo nel ha sono questo dalla delle ed o alle ai ci nella stato essere quando loro molto tra sua suo',
  nl: 'de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog naar heeft hij ze wordt door over deze was die we worden kan meer hebben je dit zo tot wel hun',
  sv: 'och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan när år under också efter eller nu sin där vid mot ska skulle blir',
  da: 'og i at det er en til af på som for med de den der har ikke et fra om han var vi men sig kan jeg så ved også efter eller nu skal blev blive mere hvor havde ud over',
  no: 'og i det er på til som en for å av at med de den har ikke et om fra han var vi men seg kan jeg så ved også etter eller nå skal ble bli mer hvor hadde ut over',
  fi: 'ja on ei se että oli hän mutta ovat kun niin myös joka jos sen tai mukaan kuin sekä olla mitä tämä nyt ole vain voi jo hänen siitä vielä',
  pl: 'w i na z się do nie to że jest o jak za od po przez przy dla oraz ale są co tym a jego tak już ich być który która które może tylko czy ze także roku by było był',
  cs: 'a v se na je že s z do o k i to za by ale pro jako po od které který ve tak si jsou jeho bude není podle již více také při byl bylo nebo jen co aby až',
  sk: 'a v sa na je že s z do o k aj to za by ale pre ako po od ktoré ktorý vo tak si sú jeho bude nie podľa už viac tiež pri bol bolo alebo len čo aby',
  hu: 'a az és hogy nem is egy ez de van volt már csak meg el azt ha mint még vagy ki be fel akkor lehet kell lesz ezt amely minden után pedig',
  ro: 'de și în la a cu pe că din nu o este un pentru mai se care au fost sau ce prin al ale lui dar ca sunt fi această după fost',
  tr: 've bir bu da de için ile olarak çok daha gibi en olan ne kadar sonra ise var olduğunu ya değil diye o ki her ancak göre kendi tarafından olduğu',
  ru: 'и в не на что с по как это он из к за от у то но его о все для так же бы было был а мы до или при также если быть их чтобы уже только она может этот году были',
  uk: 'і в не на що з та до за як від це у про його для але є які й чи його при також так бути їх щоб вже було був року може',
  bg: 'на и в да за се от е с че не по до като са това но към след при още който би беше или ще има може бъде',
  sr: 'је и у да се на за су од са не би као о али или што који то до из по он бити',
  el: 'και το της του να η με για την που είναι τα ο στο των σε από τον δεν τη οι θα στην ότι μας αλλά ή αυτό ένα μια ως',
  id: 'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena oleh ada bisa sudah atau lebih mereka telah kami para sebagai',
  vi: 'và của là có trong cho được với các một những không này đã người khi đến để từ về như cũng ở ra tại nhiều vào sẽ',
  ar: 'في من على أن إلى التي الذي عن مع هذا هذه ما كان لا كما بعد أو قد بين كل لم ذلك وقد حيث كانت قال وفي ومن',
  fa: 'و در به از که این را با است برای آن یک خود تا بر هم نیز شده می های کرد شد اما یا',
  he: 'של את על הוא לא זה עם כי גם היא או אני אל יש רק כל אבל מה אם הם בין היה אחרי לפני',
  hi: 'के का की में है को और से पर ने यह कि एक हैं भी नहीं इस तो ही कर था लिए गया हो जो अपने',
  ko: '이 그 및 수 등 것 있는 있다 하는 에서 위해 대한 한다 그리고 때문에 하지만 또한 통해 이번 지난',
};

export const STOP_WORD_LANGUAGES: readonly string[] = Object.keys(STOP_WORDS);

export const STOP_WORD_LISTS: readonly (readonly string[])[] = Object.values(STOP_WORDS).map(words =>
  words.split(' '),
);
