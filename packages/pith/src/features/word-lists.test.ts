import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { measureTexts } from './measurements/text.js';
import { STOP_WORD_LANGUAGES } from './word-lists.js';

/** One sentence per language. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'The ferry was late that day, and they had to wait on the pier for more than two hours.',
  de: 'Die Fähre war an diesem Tag nicht pünktlich, und wir haben über zwei Stunden auf sie gewartet.',
  fr: 'Le bateau est arrivé en retard et nous avons attendu sur le quai avec les autres pour la traversée.',
  es: 'El barco no llegó hasta la noche y los viajeros esperaron en el puerto con sus maletas más de dos horas.',
  pt: 'O barco não chegou à hora e os viajantes ficaram no cais com as suas malas até ao fim da tarde, mas sem chuva.',
  it: 'Il traghetto non è arrivato in tempo e gli ospiti della nave sono rimasti sul molo con le loro valigie.',
  nl: 'De boot was niet op tijd en we hebben met de andere reizigers op het havenhoofd gewacht, maar het was droog.',
  sv: 'Färjan kom inte i tid och vi fick vänta på kajen med de andra, men det var inte så kallt som vi trodde när vi åkte.',
  da: 'Færgen kom ikke til tiden, og vi måtte vente ved kajen sammen med de andre, da der var tåge ud over fjorden af og til.',
  no: 'Fergen kom ikke i tide, og vi måtte vente på kaia sammen med de andre, men nå ble det bedre etter at tåka lettet av seg.',
  fi: 'Lautta ei tullut ajoissa, ja hän sanoi että se on myöhässä, mutta nyt aurinko jo paistaa ja kaikki ovat iloisia.',
  pl: 'Prom nie przypłynął na czas i czekaliśmy przy molo, ale było ciepło, a na wodzie już nie było mgły, jak to latem.',
  cs: 'Loď nepřijela včas a čekali jsme na molu, ale bylo teplo a již se rozednívalo, jen není jisté, že bude také jasno.',
  sk: 'Loď neprišla načas a čakali sme na móle, ale bolo teplo a už sa rozvidnievalo, len nie je isté, že bude tiež jasno, alebo čo.',
  hu: 'A komp nem jött meg időben, és az utasok már csak azt mondták, hogy egy óra múlva lehet még egy hajó.',
  ro: 'Vaporul nu a ajuns la timp și am așteptat pe chei cu ceilalți, dar în port este cald și nu mai sunt nori din mare.',
  tr: 'Vapur bu sabah çok geç geldi ve yolcular iskelede bir saat kadar bekledi, ancak hava daha sonra güzel oldu.',
  ru: 'Паром не пришёл вовремя, и мы ждали его на пристани, но было тепло, а к вечеру он уже был у берега.',
  uk: 'Пором не прийшов вчасно, і ми чекали на пристані, але було тепло, та вже до вечора він був у гавані.',
  bg: 'Фериботът не дойде навреме и ние чакахме на кея, но беше топло и след час вече се виждаше, че ще има слънце.',
  sr: 'Брод није стигао на време и ми смо чекали на молу, али је било топло и до вечери су се разишли облаци што се виде.',
  el: 'Το πλοίο δεν ήρθε στην ώρα του και περιμέναμε στο λιμάνι με τους άλλους, αλλά η μέρα είναι ζεστή για την εποχή.',
  id: 'Kapal itu tidak datang pada waktunya dan kami menunggu di dermaga dengan penumpang lain karena hujan sudah reda.',
  vi: 'Con tàu không đến đúng giờ và chúng tôi đã chờ ở bến với những người khác cho đến khi trời tạnh mưa.',
  ar: 'لم تصل العبارة في الموعد وانتظرنا على الرصيف مع المسافرين من المدينة إلى أن هدأت الريح بعد الظهر',
  fa: 'کشتی به موقع نرسید و ما در اسکله با دیگران منتظر ماندیم تا این که هوا خوب شد و از دور آن را دیدیم',
  he: 'הספינה לא הגיעה בזמן ואנחנו חיכינו על הרציף עם כל הנוסעים, אבל זה היה יום חם וגם הים היה שקט',
  hi: 'नाव समय पर नहीं आई और हम घाट पर दूसरे यात्रियों के साथ रुके, लेकिन यह दिन गरम था और नदी में पानी भी कम था',
  ko: '이 배는 제시간에 오지 않았다. 그리고 우리는 부두에서 기다릴 수 있는 곳을 찾았다. 하지만 또한 날씨 때문에 그 일은 늦어졌다.',
};

const languageOf = (text: string) =>
  measureTexts(blocksFromTree(treeFromHtml(`<p>${text}</p>`)), { schemaTypes: [] });

describe('stop words', () => {
  it('cover more than twenty languages, each tested with a sentence', () => {
    expect(STOP_WORD_LANGUAGES.length).toBeGreaterThanOrEqual(20);
    expect(Object.keys(SENTENCES)).toEqual(STOP_WORD_LANGUAGES);
  });

  it.each(Object.entries(SENTENCES))('detect %s', (language, sentence) => {
    const facts = languageOf(sentence);
    expect(facts.language).toBe(language);
    expect(facts.languageShare).toBeGreaterThan(0.2);
  });

  it('detect nothing without stop words', () => {
    expect(languageOf('Xylophone 2000 XQ-7')).toMatchObject({ language: undefined, languageShare: 0 });
    expect(languageOf('')).toMatchObject({ language: undefined, languageShare: 0 });
  });

  it('detect the language of most of a page', () => {
    const html = '<p>The boat and the pier were in the fog.</p><p>Über die See</p><p>It was late</p>';
    const { languageShare, language } = measureTexts(blocksFromTree(treeFromHtml(html)), { schemaTypes: [] });
    expect(language).toBe('en');
    expect(languageShare).toBeCloseTo(9 / 15, 6); // “die” is one of them
  });
});
