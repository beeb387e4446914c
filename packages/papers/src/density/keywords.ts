/** Keywords in the text, class or id of comments: the paper's English list (footnote 2), and translations of it. */
export const COMMENT_KEYWORDS = {
  en: ['comment', 'reply', 'response', 'user', 'wrote:', 'said:'],
  de: ['kommentar', 'antwort', 'reaktion', 'benutzer', 'nutzer', 'schrieb:', 'schreibt:', 'sagte:', 'sagt:'],
  fr: ['commentaire', 'répon', 'repon', 'utilisateur', 'a écrit', 'a dit'],
  es: ['comentario', 'respuesta', 'responder', 'usuario', 'escribió:', 'dijo:', 'dice:'],
  pt: ['comentário', 'resposta', 'responder', 'usuário', 'utilizador', 'escreveu:', 'disse:'],
  it: ['commento', 'commenti', 'risposta', 'rispondi', 'utente', 'ha scritto', 'ha detto'],
  nl: ['reactie', 'antwoord', 'gebruiker', 'schreef:', 'zei:'],
  sv: ['kommentar', 'svara', 'användare', 'skrev:', 'sade:'],
  da: ['kommentar', 'besvar', 'bruger', 'skrev:', 'sagde:'],
  no: ['kommentar', 'svar på', 'bruker', 'skrev:', 'sa:'],
  fi: ['komment', 'vastaa', 'vastaus', 'käyttäjä', 'kirjoitti:', 'sanoi:'],
  pl: ['komentarz', 'odpowiedz', 'odpowiedź', 'użytkownik', 'napisał', 'powiedział'],
  cs: ['komentář', 'odpověď', 'odpovědět', 'uživatel', 'napsal', 'řekl'],
  hu: ['hozzászólás', 'válasz', 'felhasználó', 'írta:', 'mondta:'],
  ro: ['comentariu', 'comentarii', 'răspun', 'utilizator', 'a scris', 'a spus'],
  el: ['σχόλι', 'απάντηση', 'χρήστη', 'έγραψε', 'είπε'],
  ru: ['комментар', 'ответ', 'пользовател', 'пишет:', 'написал', 'сказал'],
  uk: ['коментар', 'відповід', 'відповісти', 'користувач', 'написав', 'пише:', 'сказав'],
  tr: ['yorum', 'yanıt', 'cevap', 'kullanıcı', 'yazdı', 'dedi ki'],
  zh: [
    '评论',
    '評論',
    '回复',
    '回覆',
    '回應',
    '留言',
    '跟帖',
    '网友',
    '用户',
    '用戶',
    '写道',
    '說：',
    '说：',
  ],
  ja: ['コメント', '返信', '返答', 'ユーザー', '書きました', '言いました', 'さん：'],
} as const;

export type KeywordLanguage = keyof typeof COMMENT_KEYWORDS;

export const KEYWORD_LANGUAGES = Object.keys(COMMENT_KEYWORDS) as KeywordLanguage[];

export function keywordTest(languages: readonly KeywordLanguage[]): (text: string) => boolean {
  const words = new Set(languages.flatMap(language => COMMENT_KEYWORDS[language]));
  if (words.size === 0) return () => false;
  const escaped = [...words].map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'iu');
  return text => pattern.test(text);
}
