/**
 * Letter frequencies of a language, to compare encodings. Letters are in falling order of frequency; the cost of the
 * r-th is `first + step * r` bits, a line within a bit of published letter counts (Russian о 3.2 bits, я 5.6, э 8.3).
 */
export interface LetterFrequencies {
  readonly letters: string;
  readonly first: number;
  readonly step: number;
  readonly other: number;
  readonly script: RegExp;
}

const LATIN_SCRIPT = /[\u00aa-\u024f]/;
const CYRILLIC_SCRIPT = /[\u0400-\u04ff]/;

const alphabet = (letters: string, script: RegExp): LetterFrequencies => ({
  letters,
  first: 3.2,
  step: 0.15,
  other: 11,
  script,
});
/** A Latin alphabet: only its accented letters, which are rarer, lie outside ASCII. */
const accents = (letters: string): LetterFrequencies => ({
  letters,
  first: 5.5,
  step: 0.35,
  other: 11.5,
  script: LATIN_SCRIPT,
});

// The first 300 characters cover about two thirds of Chinese text; simplified and traditional forms together.
const CHINESE =
  '的一是不了在人有我他这個个們们中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後' +
  '作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從' +
  '想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并並物手应應战戰向' +
  '头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒原东東声聲提立及' +
  '比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建' +
  '务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強';

const JAPANESE =
  'のいしるとにたてをはなでがかすれこっんらもくうりさまあきそよけつだみろえめどせじわばほちごびおやげへずぶむひべぐぎふね' +
  'ンスーイルトアラリクシドジテレフロタッグマデコプサカバメムウブキセャパニオチエダュョ' +
  '日一国人年大本中出者会事社月分上的時生見合方地今場手行学目後最東多自回同前間当開金店名小体子内部立全気作家業物心用発定動対通性市明高新力';

const KOREAN =
  '이다의는에을하고가지로한사를은도기서어대자정인시일그리나수아해들있전제라보안과부장게상주용성으국었만여원구공비스경동모연관위세' +
  '무면내민적교신마화소계조학것거우중선생요말때년월당문실식회방드트된될됐할했며까와던려야저히러더니오업개발분진재미유통체현차결';

export const LANGUAGES = {
  western: accents('éüöáíäèóçñàêôâ'),
  french: accents('éèàêçîûôùâœëï'),
  german: accents('üäöß'),
  spanish: accents('óíáéñú¿¡ü'),
  portuguese: accents('ãçáéóíêõâúôà'),
  italian: accents('àèòùéì'),
  catalan: accents('àéòíóèçúïü'),
  swedish: accents('äåöé'),
  danish: accents('åøæé'),
  icelandic: accents('áðíöþéúæóý'),
  estonian: accents('äõüöšž'),
  polish: accents('łęąóżśćńź'),
  czech: accents('íáéěřýčšžůúóňťď'),
  slovak: accents('áíéčýžšúľťôóňäďĺŕ'),
  hungarian: accents('áéóöíüőúű'),
  romanian: accents('ăîşâţșț'),
  croatian: accents('čšžćđ'),
  turkish: accents('ışüğöçİâ'),
  lithuanian: accents('ėžšųūįąčę'),
  latvian: accents('āīēšņūžļģķč'),
  russian: alphabet('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', CYRILLIC_SCRIPT),
  ukrainian: alphabet('оаиніверткслдумпяьзйгбчхцюжїшєщфґ', CYRILLIC_SCRIPT),
  bulgarian: alphabet('аиоентрсвлдкмпзбяучгъщжхйцшюфь', CYRILLIC_SCRIPT),
  greek: alphabet('αοιετνσηυρπκμςλόίέάωδγχήθύφώβξζψ', /[\u0370-\u03ff]/),
  hebrew: alphabet('יוהלארתבשמנםדחפקעכןגסטצזץךף', /[\u0590-\u05ff]/),
  arabic: alphabet('اليمونرتبعدسفهكةقأحجشصإىطخضءذزثئغظؤآ،؟', /[\u0600-\u06ff]/),
  thai: alphabet('านรอกเง่ยลวม้ทตสีัดปขคจแะิหไืพใชโบ์ำถุูผธณศซญึ็ภษฉฟฐ', /[\u0e00-\u0e7f]/),
  chinese: { letters: CHINESE, first: 6, step: 1 / 100, other: 14, script: /[\u3400-\u9fff]/ },
  japanese: {
    letters: JAPANESE,
    first: 4.2,
    step: 1 / 28,
    other: 13.5,
    script: /[\u3040-\u30ff\u3400-\u9fff]/,
  },
  korean: { letters: KOREAN, first: 6, step: 1 / 25, other: 12.5, script: /[\uac00-\ud7a3]/ },
} satisfies Record<string, LetterFrequencies>;

export type Language = keyof typeof LANGUAGES;
