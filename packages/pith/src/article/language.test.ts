import { describe, expect, it } from 'vitest';
import { extract } from '../index.js';

/** The same short report in thirty languages and more. */
const REPORTS: Readonly<Record<string, string>> = {
  de: 'Jeden Abend geht der Hafenmeister mit einer Lampe und einem kleinen Buch über den Kai und schreibt auf, welche Boote da sind. Er hat das dreißig Jahre lang getan, und die Bücher füllen ein Regal über dem Ofen im Büro am Ende des Stegs. Nach den Zahlen hat noch niemand gefragt, sagt er, aber es wird jemand fragen.',
  fr: 'Chaque soir, le maître du port marche le long du quai avec une lampe et un petit livre, et il note les bateaux qui sont là. Il le fait depuis trente ans, et les livres remplissent une étagère dans le bureau au bout de la jetée. Personne ne lui a demandé les chiffres, dit-il, mais cela viendra.',
  es: 'Cada noche el jefe del puerto camina por el muelle con una lámpara y un libro pequeño, y anota los barcos que están allí. Lo ha hecho durante treinta años y los libros llenan un estante en la oficina que está al final del muelle. Nadie le ha pedido los números, dice, pero alguien lo hará.',
  pt: 'Todas as noites o mestre do porto caminha pelo cais com uma lanterna e um pequeno livro, e anota os barcos que estão lá. Ele faz isso há trinta anos, e os livros enchem uma estante no escritório ao fim do cais. Ainda ninguém perguntou pelos números, diz ele, mas alguém vai perguntar.',
  it: 'Ogni sera il capitano del porto cammina lungo il molo con una lampada e un piccolo libro, e scrive quali barche ci sono. Lo fa da trenta anni e i libri riempiono uno scaffale nella stanza alla fine del molo. Nessuno gli ha ancora chiesto i numeri, dice, ma qualcuno lo farà.',
  nl: 'Elke avond loopt de havenmeester met een lamp en een klein boek over de kade en hij schrijft op welke boten er zijn. Hij heeft dat dertig jaar gedaan, en de boeken vullen een plank in het kantoor aan het eind van de steiger. Niemand heeft nog naar de cijfers gevraagd, zegt hij, maar dat komt wel.',
  sv: 'Varje kväll går hamnkaptenen längs kajen med en lampa och en liten bok, och han skriver vilka båtar som är inne. Han har gjort det i trettio år och böckerna fyller en hylla på kontoret som ligger vid bryggan. Ingen har frågat om siffrorna, säger han, men någon ska göra det.',
  da: 'Hver aften går havnefogeden langs kajen med en lampe og en lille bog, og han skriver op hvilke både der er inde. Det har han gjort i tredive år, og bøgerne fylder en hylde på kontoret for enden af molen. Ingen har spurgt efter tallene, siger han, men det bliver de af med at gøre.',
  no: 'Hver kveld går havnesjefen langs kaien med en lampe og en liten bok, og han skriver opp hvilke båter som er inne. Det har han gjort i tretti år, og bøkene fyller ei hylle på kontoret ved enden av moloen. Ingen har spurt etter tallene, sier han, men noen skal gjøre det etter hvert.',
  fi: 'Joka ilta satamamestari kävelee laituria pitkin lampun ja pienen kirjan kanssa, ja hän kirjoittaa, mitkä veneet ovat paikalla. Hän on tehnyt sen kolmekymmentä vuotta, ja kirjat ovat hyllyssä, joka on toimistossa. Kukaan ei ole vielä kysynyt lukuja, hän sanoo, mutta joku tai toinen kysyy niitä kun aika on.',
  pl: 'Co wieczór kapitan portu idzie po nabrzeżu z lampą i małą książką i zapisuje, które łodzie są na miejscu. Robi to od trzydziestu lat, a książki zajmują półkę w biurze na końcu pomostu. Nikt jeszcze nie pytał o liczby, mówi, ale ktoś to zrobi i wtedy one będą już tak jak trzeba.',
  cs: 'Každý večer jde správce přístavu po nábřeží s lampou a malou knihou a zapisuje, které lodě jsou na místě. Dělá to už třicet let a knihy jsou v polici, která je v kanceláři na konci mola. Na čísla se ho ještě nikdo neptal, ale říká, že se někdo zeptá, a pak tam budou, protože je má.',
  sk: 'Každý večer ide správca prístavu po nábreží s lampou a malou knihou a zapisuje, ktoré lode sú na mieste. Robí to už tridsať rokov a knihy sú v polici, ktorá je v kancelárii na konci móla. Na čísla sa ho ešte nikto nepýtal, ale hovorí, že sa niekto spýta, lebo ako by to bolo, keby nie.',
  hu: 'A kikötőmester minden este végigmegy a rakparton egy lámpával és egy kis könyvvel, és felírja, hogy mely hajók vannak bent. Ezt már harminc éve csinálja, és a könyvek az irodában vannak, a móló végén. A számokat még nem kérte el tőle senki, de azt mondja, hogy lesz, aki megkérdezi, és akkor meg is lehet nézni.',
  ro: 'În fiecare seară, căpitanul portului merge pe chei cu o lampă și o carte mică și scrie ce bărci sunt acolo. Face asta de treizeci de ani, iar cărțile sunt pe un raft din biroul de la capătul digului. Nimeni nu a întrebat de numere, spune el, dar cineva o să întrebe și atunci vor fi acolo pentru că le are.',
  tr: 'Liman başkanı her akşam bir lamba ve küçük bir defter ile rıhtım boyunca yürür ve hangi teknelerin orada olduğunu yazar. Bunu otuz yıldır yapıyor ve defterler iskelenin ucundaki ofiste bir rafta duruyor. Sayıları henüz kimse sormadı, diyor, ama bir gün biri soracak ve o zaman hepsi orada olacak, çok da iyi olacak.',
  id: 'Setiap malam kepala pelabuhan berjalan di dermaga dengan lampu dan buku kecil, dan ia mencatat perahu yang ada di sana. Ia sudah melakukan itu selama tiga puluh tahun dan buku itu ada pada rak di kantor. Tidak ada yang meminta angka itu, katanya, tetapi akan ada orang yang bertanya untuk itu juga.',
  vi: 'Mỗi buổi tối, người coi cảng đi dọc bến với một chiếc đèn và một cuốn sổ nhỏ, và ghi lại những chiếc thuyền đã về. Ông đã làm như vậy trong ba mươi năm, và các cuốn sổ được để đầy trên kệ của văn phòng ở cuối cầu. Chưa có ai hỏi đến những con số này, ông nói, nhưng rồi sẽ có người hỏi.',
  ru: 'Каждый вечер начальник порта идёт по набережной с лампой и маленькой книгой и записывает, какие лодки на месте. Он делает это уже тридцать лет, и книги стоят на полке в конторе. О числах его ещё не спрашивали, говорит он, но кто-то спросит, и тогда они будут.',
  uk: 'Щовечора начальник порту йде набережною з лампою та маленькою книгою і записує, які човни є на місці. Він робить це вже тридцять років, і книги стоять на полиці в конторі. Його ще ніхто не питав про числа, каже він, але хтось запитає, і тоді вони будуть для всіх, бо є.',
  bg: 'Всяка вечер началникът на пристанището върви по кея с лампа и малка книга и записва кои лодки са тук. Той прави това от тридесет години и книгите са на рафта в канцеларията. Още никой не е питал за числата, казва той, но ще има кой да попита и тогава те ще бъдат тук.',
  sr: 'Сваке вечери управник луке иде дуж кеја са лампом и малом књигом и бележи који су чамци ту. Он то ради већ тридесет година, а књиге су на полици у канцеларији. Нико га још није питао за бројеве, каже он, али неко ће питати, и онда ће они бити ту, јер их је он писао.',
  el: 'Κάθε βράδυ ο λιμενάρχης περπατά στην προκυμαία με μια λάμπα και ένα μικρό βιβλίο και γράφει ποιες βάρκες είναι εκεί. Το κάνει εδώ και τριάντα χρόνια και τα βιβλία είναι στο γραφείο.',
  ar: 'في كل مساء يمشي مدير الميناء على الرصيف مع مصباح وكتاب صغير، ويكتب ما هي القوارب التي وصلت. هو يفعل هذا منذ ثلاثين سنة، والكتب على الرف في المكتب. لم يسأل أحد عن الأرقام بعد.',
  fa: 'هر شب رئیس بندر با یک چراغ و یک کتاب کوچک در کنار اسکله راه می‌رود و می‌نویسد که چه قایق‌هایی آمده‌اند. او سی سال است که این کار را می‌کند و کتاب‌ها در دفتر هستند. گفت که پیش از این کسی نپرسیده است.',
  he: 'בכל ערב הולך מנהל הנמל לאורך הרציף עם מנורה וספר קטן, ורושם אילו סירות נמצאות שם. הוא עושה את זה כבר שלושים שנה, והספרים עומדים על מדף במשרד.',
  hi: 'हर शाम बंदरगाह का अधिकारी एक दीपक और एक छोटी किताब के साथ घाट पर चलता है और लिखता है कि कौन सी नावें आई हैं। वह तीस साल से यह कर रहा है और किताबें दफ़्तर में हैं।',
  ko: '매일 저녁 항만장은 등불과 작은 공책을 들고 부두를 걸으며 어떤 배가 들어와 있는지 적는다. 그는 삼십 년 동안 그렇게 해 왔고, 공책은 부두 끝 사무실의 선반에 가득하다.',
  ja: '毎晩、港長はランプと小さな帳面を持って岸壁を歩き、どの船が入っているかを書きとめる。もう三十年も続けていて、帳面は桟橋の端にある事務所の棚をいっぱいにしている。',
  zh: '每天晚上，港务长都会提着一盏灯、拿着一本小册子沿着码头走一圈，记下哪些船已经回来。他这样做已经三十年了，册子摆满了码头尽头办公室炉子上方的架子。',
  th: 'ทุกเย็นนายท่าเรือเดินไปตามท่าพร้อมตะเกียงและสมุดเล่มเล็ก แล้วจดว่าเรือลำไหนกลับมาแล้ว เขาทำเช่นนี้มาสามสิบปี และสมุดก็เต็มชั้นในห้องทำงานที่ปลายสะพาน',
  ka: 'ყოველ საღამოს ნავსადგურის უფროსი ლამპითა და პატარა წიგნით დადის ნაპირზე და წერს, რომელი ნავებია ადგილზე. ის ამას ოცდაათი წელია აკეთებს, და წიგნები თაროზეა.',
  ta: 'ஒவ்வொரு மாலையும் துறைமுகத் தலைவர் ஒரு விளக்குடனும் சிறிய புத்தகத்துடனும் கரையோரம் நடந்து, எந்தப் படகுகள் வந்துள்ளன என்று எழுதுகிறார். அவர் முப்பது ஆண்டுகளாக இதைச் செய்கிறார்.',
};
const MENU = ['Home', 'About us', 'Contact', 'Terms of use', 'Privacy', 'Help and support'];
const FOOTER =
  'All rights reserved. The content of this site is for information only and may not be copied without the consent of the publisher. By using this site you agree to the terms of use and to the privacy policy that we have published.';

const pageIn = (text: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><title>Report</title><nav>${MENU.map(entry => `<a href="/x">${entry}</a>`).join(' ')}</nav><main><article><h1>Report</h1><p>${text}</p></article></main><footer><p>${FOOTER}</p><p>${FOOTER}</p><p>We use cookies to make the site work and to measure how it is used.</p></footer></html>`;

describe('the language of an article', () => {
  it.each(Object.entries(REPORTS))(
    'is that of its text, not of an English template: %s',
    (language, text) => {
      expect(extract(pageIn(text)).language).toBe(language);
      expect(extract(pageIn(text).replace(' lang="en"', '')).language).toBe(language);
    },
  );

  it('keeps the declared region, and a declared language of the same script that the text is not tested for', () => {
    expect(extract(pageIn(REPORTS.pt!, 'pt-BR')).language).toBe('pt-BR');
    expect(extract(pageIn(REPORTS.zh!, 'zh-Hant-TW')).language).toBe('zh-Hant-TW');
    expect(extract(pageIn(REPORTS.hi!, 'mr')).language).toBe('mr');
    expect(extract(pageIn(REPORTS.ru!, 'uk')).language).toBe('ru');
  });
});
