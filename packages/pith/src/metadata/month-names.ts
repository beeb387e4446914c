/**
 * Month names as written in dates, January to December, folded (see `fold`); a slash separates spellings, `-` is a
 * gap. A name with `*` matches every word that begins with it.
 */
// biome-ignore format: a table of names reads better in rows
const MONTHS: Readonly<Record<string, string>> = {
  en: 'january/jan february/feb/febr march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec',
  de: 'januar/jan/janner februar/feb/feber marz/maerz/mrz april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt november/nov dezember/dez',
  fr: 'janvier/janv fevrier/fevr/fev mars avril/avr mai juin juillet/juil aout septembre/sept octobre/oct novembre/nov decembre/dec',
  es: 'enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sept/set octubre/oct noviembre/nov diciembre/dic',
  pt: 'janeiro/jan fevereiro/fev marco/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov dezembro/dez',
  it: 'gennaio/gen/genn febbraio/feb/febbr marzo/mar aprile/apr maggio/mag/magg giugno/giu luglio/lug agosto/ago settembre/set/sett ottobre/ott novembre/nov dicembre/dic',
  nl: 'januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep oktober/okt november/nov december/dec',
  sv: 'januari/jan februari/feb mars/mar april/apr maj juni/jun juli/jul augusti/aug september/sep oktober/okt november/nov december/dec',
  no: 'januar/jan februar/feb mars/mar april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt november/nov desember/des',
  da: 'januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep oktober/okt november/nov december/dec',
  is: 'januar/jan februar/feb mars/mar april/apr mai juni/jun juli/jul agust/agu september/sep oktober/okt november/nov desember/des',
  fi: 'tammik* helmik* maalisk* huhtik* toukok* kesak* heinak* elok* syysk* lokak* marrask* jouluk*',
  et: 'jaanuar* veebruar* marts* aprill* mai juuni* juuli* august* septemb* oktoob* novemb* detsemb*',
  lv: 'janvar* februar* mart* aprili* maij* junij* julij* august* septembr* oktobr* novembr* decembr*',
  lt: 'saus* vasar* kovo baland* geguz* birzel* liepos rugpj* rugsej* spalio lapkr* gruod*',
  pl: 'stycz*/sty luty/lutego/lut marzec/marca/mar kwiec*/kwiet*/kwi maj/maja czerwiec/czerwca/cze lipiec/lipca/lip sierp*/sie wrzes*/wrz pazdz*/paz listopad*/lis grudz*/grudn*/gru',
  cs: 'leden/ledna/led unor/unora/uno brezen/brezna/bre duben/dubna/dub kveten/kvetna/kve cerven/cervna/cvn cervenec/cervence/cvc srpen/srpna zari/zar rijen/rijna/rij listopad*/lis prosinec/prosince/pro',
  sk: 'januar* februar* marec/marca april* maj/maja jun/juna jul/jula august* septemb* oktob* novemb* decemb*',
  hr: 'sijec* veljac* ozuj* travanj/travnja svibanj/svibnja lipanj/lipnja srpanj/srpnja kolovoz* rujan/rujna - studen* prosinac/prosinca',
  sl: 'januar* februar* marec/marca april* maj/maja junij/junija julij/julija avgust* septemb* oktob* novemb* decemb*',
  hu: 'januar/jan februar/febr marcius/marc aprilis/apr majus/maj junius/jun julius/jul augusztus/aug szeptember/szept oktober/okt november/nov december/dec',
  ro: 'ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie/iun iulie/iul august/aug septembrie/sept octombrie/oct noiembrie/noi decembrie/dec',
  tr: 'ocak/oca subat/sub mart nisan/nis mayis haziran/haz temmuz/tem agustos/agu eylul/eyl ekim/eki kasim/kas aralik/ara',
  ca: 'gener/gen febrer/febr marc abril/abr maig juny juliol/jul agost setembre/set octubre/oct novembre/nov desembre/des',
  id: 'januari/jan februari/feb maret/mar april/apr mei juni/jun juli/jul agustus/agu september/sep oktober/okt november/nov desember/des',
  ru: 'январ*/янв феврал*/фев март/марта/мар апрел*/апр мая/маи июн*/июн июл*/июл август*/авг сентябр*/сен/сент октябр*/окт ноябр*/ноя декабр*/дек',
  uk: 'січн*/січ лют* берез*/бер квіт*/квіт трав* черв* лип* серп* верес* жовт* листоп* груд*',
  bg: 'януари/яну февруари/фев март април маи юни юли август септември/септ октомври/окт ноември/ноем декември/дек',
  sr: 'јануар*/јан фебруар*/феб март/марта април* маj/мај/маја јун* јул* август*/авг септемб* октоб* новемб* децемб*',
  el: 'ιανουαρ*/ιαν φεβρουαρ*/φεβ μαρτι*/μαρ απριλ*/απρ μαι* ιουνι*/ιουν ιουλι*/ιουλ αυγουστ*/αυγ σεπτεμβρ*/σεπ οκτωβρ*/οκτ νοεμβρ*/νοε δεκεμβρ*/δεκ',
  ar: 'يناير فبراير مارس أبريل/ابريل مايو يونيو/يونية يوليو/يولية أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر',
  levant: '- شباط آذار/اذار نيسان أيار/ايار حزيران تموز آب أيلول/ايلول - - -',
  maghreb: 'جانفي فيفري - أفريل ماي جوان جويلية أوت - - - -',
  he: 'ינואר/בינואר פברואר/בפברואר מרץ/במרץ/מרס אפריל/באפריל מאי/במאי יוני/ביוני יולי/ביולי אוגוסט/באוגוסט ספטמבר/בספטמבר אוקטובר/באוקטובר נובמבר/בנובמבר דצמבר/בדצמבר',
  hi: 'जनवरी फरवरी/फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर',
  bn: 'জানুয়ারি/জানুয়ারি ফেব্রুয়ারি/ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর',
  th: 'มกราคม/มค กุมภาพันธ์/กพ มีนาคม/มีค เมษายน/เมย พฤษภาคม/พค มิถุนายน/มิย กรกฎาคม/กค สิงหาคม/สค กันยายน/กย ตุลาคม/ตค พฤศจิกายน/พย ธันวาคม/ธค',
};

const ACCENTS = /[\u0300-\u036f]/g;
const PLAIN: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', æ: 'ae', ß: 'ss' };

/** Lower case without accents on Latin, Greek and Cyrillic letters. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (/^[a-z]*$/.test(lower)) return lower;
  const bare = lower.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  return bare.replace(/[ıłøæß]/g, letter => PLAIN[letter] ?? letter);
}

/** Two-word months of the Levant: `كانون الثاني` is January, `كانون الأول` December. */
const LEVANTINE: ReadonlyMap<string, readonly [first: number, second: number]> = new Map([
  ['كانون', [12, 1]],
  ['تشرين', [10, 11]],
]);
const SECOND = /^(?:ال)?ثان[يى]$/;

const EXACT = new Map<string, number>();
const STEMS = new Map<string, number>();
for (const row of Object.values(MONTHS)) row.split(' ').forEach(addMonth);

function addMonth(names: string, index: number): void {
  for (const name of names.split('/')) {
    const isStem = name.endsWith('*');
    const key = fold(isStem ? name.slice(0, -1) : name);
    const table = isStem ? STEMS : EXACT;
    if (key.length > 1 && !table.has(key)) table.set(key, index + 1);
  }
}

const SHORTEST = 3;
const LONGEST = 9;

/** The month that `word` names, 1 to 12, or 0. `next` is the word after it, `language` the primary language subtag. */
export function monthOf(word: string, next: string, language: string): number {
  const folded = fold(word);
  const levantine = LEVANTINE.get(folded);
  if (levantine !== undefined) return levantine[SECOND.test(next) ? 1 : 0];
  // The one name on which languages disagree: November in Polish and Czech, October in Croatian.
  if (folded.startsWith('listopad') && (language === 'hr' || language === 'bs')) return 10;
  return EXACT.get(folded) ?? stemMonth(folded);
}

function stemMonth(word: string): number {
  for (let length = Math.min(LONGEST, word.length); length >= SHORTEST; length--) {
    const month = STEMS.get(word.slice(0, length));
    if (month !== undefined) return month;
  }
  return 0;
}
