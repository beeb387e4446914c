import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from './from-bytes.js';

/** About thirty words in the languages of each encoding. */
const TEXTS: readonly (readonly [encoding: string, text: string])[] = [
  [
    'windows-1252',
    'Le phare fut allumé pour la première fois un soir d’été. Les pêcheurs, étonnés, crurent à une étoile tombée ; ' +
      'ils ramèrent jusqu’à la jetée où l’ingénieur les attendait – il leur montra la lentille.',
  ],
  [
    'windows-1252',
    'Über den Dächern lag früher Nebel. Die Männer trugen schwere Körbe die Straße hinauf, und größere Kinder liefen ' +
      'voraus, um für sie die Türen zu öffnen.',
  ],
  [
    'windows-1252',
    'El año pasado la señora García volvió al pequeño pueblo de montaña. Allí encontró un jardín con árboles jóvenes ' +
      'y una canción que creía olvidada. ¿Quién la había cantado?',
  ],
  [
    'iso-8859-2',
    'Latarnia stała na skale od stu lat. Gdy przyszła zima, młody latarnik zapalał lampę wcześniej niż zwykle, żeby ' +
      'łodzie wracające późną nocą mogły odnaleźć drogę między wyspami.',
  ],
  [
    'iso-8859-2',
    'Příliš dlouhá cesta vedla přes kopce až k řece. Děti běžely napřed a křičely, že už vidí střechy městečka, kde ' +
      'je čekala babička s čerstvým chlebem a mlékem.',
  ],
  [
    'koi8-r',
    'Маяк стоял на высокой скале уже сто лет. Когда наступала зима, молодой смотритель зажигал лампу раньше обычного, ' +
      'чтобы лодки могли найти дорогу домой между островами.',
  ],
  [
    'windows-1251',
    'Осенью в деревню приехал новый учитель. Он привёз с собой две коробки книг и старую карту, на которой были ' +
      'отмечены все реки и озёра нашего края.',
  ],
  [
    'gb18030',
    '灯塔在这块岩石上已经站了一百年。冬天来的时候，年轻的看守人比平时更早点灯，好让晚归的小船在岛屿之间找到回家的路。村里的人都说他是一个好人。',
  ],
  [
    'big5',
    '燈塔在這塊岩石上已經站了一百年。冬天來的時候，年輕的看守人比平時更早點燈，好讓晚歸的小船在島嶼之間找到回家的路。村裡的人都說他是一個好人。',
  ],
  [
    'shift_jis',
    '灯台はこの岩の上に百年も立っています。冬になると、若い灯台守はいつもより早く明かりをつけ、遅く帰る船が島の間で道に迷わないようにしました。',
  ],
  [
    'euc-jp',
    '秋になって、村に新しい先生がやって来た。先生は二つの箱に入った本と、川や湖がすべて書いてある古い地図を持っていた。',
  ],
  [
    'euc-kr',
    '등대는 백 년 동안 이 바위 위에 서 있었다. 겨울이 오면 젊은 등대지기는 늦게 돌아오는 배들이 길을 찾을 수 있도록 평소보다 일찍 불을 켰다.',
  ],
  [
    'windows-1253',
    'Ο φάρος στεκόταν στον βράχο εδώ και εκατό χρόνια. Όταν ερχόταν ο χειμώνας, ο νεαρός φαροφύλακας άναβε τη λάμπα ' +
      'νωρίτερα, για να βρίσκουν οι βάρκες τον δρόμο τους.',
  ],
  [
    'windows-1254',
    'Deniz feneri yüz yıldır bu kayanın üzerinde duruyordu. Kış geldiğinde genç bekçi, geç dönen balıkçıların yolunu ' +
      'bulması için ışığı her zamankinden erken yakardı.',
  ],
  [
    'windows-1255',
    'המגדלור עמד על הסלע הזה מאה שנים. כשהגיע החורף הדליק השומר הצעיר את האור מוקדם מהרגיל כדי שהסירות ימצאו את דרכן.',
  ],
  [
    'windows-1256',
    'وقفت المنارة على هذه الصخرة مئة عام. وعندما جاء الشتاء أشعل الحارس الشاب المصباح قبل موعده حتى تجد القوارب طريقها إلى البيت.',
  ],
  [
    'windows-874',
    'ประภาคารตั้งอยู่บนโขดหินนี้มาหนึ่งร้อยปีแล้ว เมื่อฤดูหนาวมาถึง คนเฝ้าหนุ่มจะจุดไฟเร็วกว่าปกติเพื่อให้เรือหาทางกลับบ้านได้',
  ],
];

const page = (text: string, head = '') =>
  `<!doctype html><html><head>${head}<title>A page</title></head><body><p>${text}</p></body></html>`;
const encode = (text: string, encoding: string) => new Uint8Array(iconv.encode(text, encoding));

describe('decodeBytes without any declaration', () => {
  it.each(TEXTS)('finds %s: %s', (encoding, text) => {
    const decoded = decodeBytes(encode(page(text), encoding));
    expect(decoded.text).toBe(page(text));
    expect(decoded.source).toBe('detected');
    expect(decoded.confidence).toBeGreaterThan(0.8);
  });

  it.each(TEXTS)('finds %s in a dozen characters or words: %s', (encoding, text) => {
    const short = text.slice(0, text.includes(' ') ? 80 : 20);
    expect(decodeBytes(encode(page(short), encoding)).text).toBe(page(short));
  });

  it.each(TEXTS)('detects UTF-8: %s, %s', (_, text) => {
    const decoded = decodeBytes(encode(page(text), 'utf-8'));
    expect(decoded).toMatchObject({ text: page(text), encoding: 'utf-8', source: 'detected' });
  });

  it.each(['utf-16le', 'utf-16be'])('detects %s by its nulls, even in Japanese', encoding => {
    for (const [, text] of TEXTS) {
      const decoded = decodeBytes(encode(page(text), encoding));
      expect(decoded).toMatchObject({ text: page(text), encoding, source: 'detected' });
    }
  });

  it('reads ISO-2022-JP by its escapes', () => {
    const bytes = new Uint8Array([0x3c, 0x70, 0x3e, 0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42]);
    expect(decodeBytes(bytes)).toMatchObject({ text: '<p>あ', encoding: 'iso-2022-jp' });
  });

  it('defaults to UTF-8 for ASCII and empty input', () => {
    const ascii = { encoding: 'utf-8', source: 'default', confidence: 1 };
    expect(decodeBytes(encode('<p>plain', 'utf-8'))).toEqual({ text: '<p>plain', ...ascii });
    expect(decodeBytes(new Uint8Array())).toEqual({ text: '', ...ascii });
  });
});

describe('decodeBytes with a byte order mark', () => {
  it.each([
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ])('prefers that of %s over everything else, and drops it', (encoding, mark) => {
    const text = page('Grüße', '<meta charset=koi8-r>');
    const bytes = new Uint8Array([...mark, ...encode(text, encoding)]);
    const decoded = decodeBytes(bytes, { charset: 'shift_jis' });
    expect(decoded).toEqual({ text, encoding, confidence: 1, source: 'bom' });
  });
});

describe('decodeBytes with a true claim', () => {
  it.each(TEXTS)("accepts the page's declaration of %s: %s", (encoding, text) => {
    const html = page(text, `<meta charset="${encoding}">`);
    const decoded = decodeBytes(encode(html, encoding));
    expect(decoded).toMatchObject({ text: html, encoding: encoding, source: 'declared' });
  });

  it.each(TEXTS)("prefers the transport's %s over the page: %s", (encoding, text) => {
    const html = page(text, '<meta charset="iso-8859-3">');
    const decoded = decodeBytes(encode(html, encoding), { charset: encoding.toUpperCase() });
    expect(decoded).toMatchObject({ text: html, encoding, source: 'transport' });
  });

  it('accepts a claim about a single odd letter', () => {
    const html = page('the S\u0142upsk road', '<meta charset=iso-8859-2>');
    expect(decodeBytes(encode(html, 'iso-8859-2')).text).toBe(html);
  });

  it('keeps the claimed name for plain ASCII', () => {
    const html = page('plain', '<meta http-equiv=Content-Type content="text/html; charset=EUC-KR">');
    expect(decodeBytes(encode(html, 'ascii'))).toMatchObject({ encoding: 'euc-kr', source: 'declared' });
  });
});

describe('decodeBytes with a false claim', () => {
  it.each(TEXTS)('overrides UTF-8 by %s: %s', (encoding, text) => {
    const html = page(text, '<meta charset="utf-8">');
    const decoded = decodeBytes(encode(html, encoding), { charset: 'utf-8' });
    expect(decoded.text).toBe(html);
    expect(decoded.source).toBe('detected');
  });

  it.each(TEXTS)('overrides ISO-8859-1 by UTF-8 (%s): %s', (_, text) => {
    const html = page(text, '<meta charset="iso-8859-1">');
    const decoded = decodeBytes(encode(html, 'utf-8'), { charset: 'latin1' });
    expect(decoded).toMatchObject({ text: html, encoding: 'utf-8', source: 'detected' });
  });

  it.each(TEXTS.filter(([encoding]) => !encoding.startsWith('windows-125') && encoding !== 'iso-8859-2'))(
    'overrides ISO-8859-1 by %s: %s',
    (encoding, text) => {
      const html = page(text, '<meta charset="iso-8859-1">');
      expect(decodeBytes(encode(html, encoding)).text).toBe(html);
    },
  );

  it('falls back to the page if the transport is wrong', () => {
    const [, text] = TEXTS[5]!;
    const html = page(text, '<meta charset="koi8-r">');
    const decoded = decodeBytes(encode(html, 'koi8-r'), { charset: 'utf-8' });
    expect(decoded).toMatchObject({ text: html, encoding: 'koi8-r', source: 'declared' });
  });

  it('reads a declaration of UTF-16 in ASCII as UTF-8, as in the standard', () => {
    const html = page('Grüße aus Köln', '<meta charset="utf-16">');
    expect(decodeBytes(encode(html, 'utf-8'))).toMatchObject({ text: html, encoding: 'utf-8' });
  });

  it('decodes windows-1252 where ISO-8859-1 has control characters', () => {
    const bytes = new Uint8Array([0x69, 0x74, 0x92, 0x73, 0x20, 0x80, 0x35]);
    expect(decodeBytes(bytes, { charset: 'iso-8859-1' }).text).toBe('it’s €5');
  });
});

describe('decodeBytes with damaged bytes', () => {
  it.each(TEXTS)('reads %s truncated within a character: %s', (encoding, text) => {
    const html = page(text);
    const whole = encode(html, encoding);
    const cut = whole.subarray(0, whole.length - encode('</p></body></html>', encoding).length - 2);
    expect(decodeBytes(cut).text.slice(0, -4)).toBe(html.slice(0, decodeBytes(cut).text.length - 4));
  });

  it('reads UTF-8 truncated within a character', () => {
    const bytes = encode('<p>灯塔在这块岩石上', 'utf-8');
    for (const cut of [1, 2]) {
      const decoded = decodeBytes(bytes.subarray(0, bytes.length - cut));
      expect(decoded).toMatchObject({ text: '<p>灯塔在这块岩石\ufffd', encoding: 'utf-8' });
    }
  });

  it('stays with UTF-8 if a small part is invalid', () => {
    const good = encode(TEXTS[0]![1].repeat(3), 'utf-8');
    const bytes = new Uint8Array([...good, 0x20, 0xe9, 0x20, 0xe8, 0x20]);
    expect(decodeBytes(bytes, { charset: 'utf-8' })).toMatchObject({
      encoding: 'utf-8',
      source: 'transport',
    });
  });

  it('ignores unknown encodings', () => {
    const bytes = encode('<meta charset=klingon><p>Grüße', 'utf-8');
    expect(decodeBytes(bytes, { charset: 'utf-9' })).toMatchObject({ encoding: 'utf-8', source: 'detected' });
  });

  it('is deterministic for any bytes and any claim', () => {
    const charsets = ['', 'utf-8', 'utf-16', 'gbk', 'latin1', 'x-user-defined', 'iso-2022-jp', 'replacement'];
    const property = fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(...charsets),
      (bytes, charset) => {
        const decoded = decodeBytes(bytes, { charset });
        expect(decoded.confidence).toBeGreaterThanOrEqual(0);
        expect(decoded.confidence).toBeLessThanOrEqual(1);
        expect(decodeBytes(bytes, { charset })).toEqual(decoded);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('round-trips any text in UTF-8', () => {
    const property = fc.property(fc.string({ unit: 'grapheme' }), text => {
      const bytes = new TextEncoder().encode(`\n${text}`);
      expect(decodeBytes(bytes, { charset: 'utf-8' }).text).toBe(`\n${text}`);
    });
    fc.assert(property);
  });
});
