/** Words and names typical of a label, in the languages of the corpora. All repetitions are bounded. */
export interface Concept {
  readonly text?: RegExp;
  /** Matched against the address and the attributes of a link. */
  readonly link?: RegExp;
  /** Matched against classes, ids, roles and labels of the enclosing elements. */
  readonly names?: RegExp;
}

const NETWORKS =
  /facebook|twitter|(?:^|\W)x\.com|linkedin|pinterest|whatsapp|reddit|tumblr|telegram|t\.me\/|instagram|youtube\.com\/(?:c|user|channel|@)|flipboard|digg|stumbleupon|mastodon|bsky|threads\.net|xing\.com|weibo|vk\.com|addtoany|addthis|sharer|share=/;

export const CONCEPTS = {
  network: { text: NETWORKS, link: NETWORKS, names: NETWORKS },
  share: {
    text: /^(?:share|teilen|partager|compartir|tweet|follow|follow us|copy link|share this|udostępnij|condividi|folgen|suivez)/,
    link: /share|sharer|intent\/tweet/,
    names: /social|share|sharing|sharedaddy|addthis|addtoany|follow-us|shariff/,
  },
  print: {
    text: /^(?:print|drucken|imprimer|imprimir|stampa|drukuj|printer.friendly|druckversion)(?: (?:this )?(?:page|article|story|version|post))?$/,
    link: /window\.print|print=|\/print(?:\/|$|\?|\s)|icon-print|share-print|print-button|share=print|printfriendly|\/print\.|print\?/,
    names: /print(?!e)/,
  },
  feed: {
    text: /\brss\b|feeds?$/,
    link: /feeds?(?:[/.\s]|$)|rss/,
    names: /(?:^|[\s_-])(?:rss|feed)(?:$|[\s_-])/,
  },
  email: {
    text: /^(?:e-?mail|email this|e-mail article|versenden|per (?:e-)?mail|mail|send|envoyer|enviar|wyślij)(?: (?:this |to )?(?:page|article|story|a friend|friend))?$/,
    link: /^\s*mailto:\s*\?|share-email|email-?(?:this|article|story)|send-?(?:to|this)|mail-?share|emailprint|icon-envelope|share=email/,
    names: /(?:^|[\s_-])e?-?mail(?:$|[\s_-])|envelope/,
  },
  singlePage: {
    text: /^(?:view as )?(?:single|one) page$|^auf einer seite|^view all pages$|all on one page/,
  },
  pages: {
    text: /^(?:\d{1,2}|next(?: page)?|last|previous(?: page)?|nächste seite|seite \d{1,2}|page \d{1,2}(?: of \d{1,2})?|weiter|zurück|suivant|page suivante|página siguiente)$/,
    link: /[?&/]page[=/-]?\d|\/\d{1,2}\/?$/,
    names: /pagination|pager|page-links|pagenav|page-numbers|paging|slide/,
  },
  comments: {
    text: /^(?:\d{1,5} |no |leave a |post a |add a |show |view |join the |write a )?(?:comments?|kommentare?|commentaires?|comentarios?|komentarz[ey]?|replies|reply|responses?|conversation|antworten|répondre)(?: \(?\d{0,5}\)?| off| closed| \d+)?$/,
    link: /#(?:comments?|respond|disqus_thread|kommentare|comment-\d+)|replytocom/,
    names:
      /comment-?list|comments?-area|comments?-section|comments?-wrap|disqus|comment-respond|comment-form|comment-body|comment-meta|comment-content|comment-author|commentaire|kommentar|respond(?:\s|$)|livefyre|(?:^|[\s_-])comments?(?:$|[\s_-])/,
  },
  related: {
    text: /^(?:related|see also|read also|also read|read more|more on|more about|further reading|on this topic|zum thema|mehr zum thema|mehr zu|verwandte|ähnliche|passend|lesen sie auch|auch interessant|à lire|lire aussi|articles? liés|sur le même|relacionad|notas relacionad|artículos relacionad|leia também|correlati|leggi anche|zobacz (?:też|także)|czytaj (?:też|także)|powiązane|相关)/,
    names: /related|see-?also|read-?also|readmore-box|more-on|similar|verwandt/,
  },
  others: {
    text: /most (?:read|popular|viewed|shared|recent)|popular|trending|latest|recent (?:posts|articles|news|stories)|recommend|you may|you might|more from|more stories|more news|editor.{0,2}s? pick|top stories|don.?t miss|what to read|up next|next up|read next|keep reading|meistgelesen|neueste|aktuell|beliebt|empfehl|das könnte|weitere artikel|les plus lus|à la une|derniers|más leíd|lo más|últimas|najnowsze|popularne|polecamy|featured|must read|in other news|previous post|next post|previous article|next article|stories|headlines/,
    names:
      /recommend|most-?read|most-?popular|popular|trending|latest|recent-?posts|recirc|recent_entries|teaser|more-stories|read-next|up-?next|post-navigation|nav-(?:previous|next)|editors-picks|also-like|headlines|carousel|(?:^|[\s_-])card/,
  },
  advertisement: {
    text: /^(?:advertisements?|ad|ads|anzeige|werbung|publicité|publicidad|reklama|sponsored(?: content| by)?|promoted|story continues below.{0,20}|article continues (?:after|below).{0,30}|paid content)$/,
    link: /doubleclick|googlesyndication|adserv|taboola|outbrain|utm_medium=affiliate|sponsored/,
    names:
      /(?:^|[\s_-])(?:ads?|advert|advertis(?:e|ing|ement)s?|adslot|adunit|dfp|gpt|taboola|outbrain|sponsor(?:ed|s)?|anzeige|werbung|publicit[eéy]|adsense|banner)(?:$|[\s_-])/,
  },
  subscribe: {
    text: /newsletter|subscri(?:be|ption)|sign up|abonn|free trial|donate|spenden|download (?:the|our) app|join (?:now|us)|unlimited access|inbox|register for|be the first|never miss|(?:please )?(?:consider )?support(?:ing)? (?:local|independent|our|quality)|give the gift|last chance|e-?mail address$/,
    link: /newsletter|subscri|signup|sign-up|abo(?:nnement)?s?\/|donate/,
    names:
      /(?:^|[\s_-])(?:newsletter|subscribe|subscription|signup|sign-up|paywall|donate|donation|mailchimp|mc4wp|cta|promo|optin|convertkit|popup|hs-form)(?:$|[\s_-])|newsletter/,
  },
  selling: {
    text: /coupon|promo(?:tion)? code|discount|\d ?% off|save (?:up to )?[$€£]?\d|white ?paper|e-?books?$|webinar|(?:book|request|get|free) (?:a )?demo|where to buy|(?:buy|shop|order|download|read) now$|add .{0,40}to cart|get started|special offer|view (?:offer|deal)|free (?:trial|guide|sample|shipping)|gift (?:subscription|card|guide)|presented by|(?:our|global) partners|^sponsors?$|kostenlos|gutschein|jetzt (?:bestellen|kaufen|sichern|testen)|[$€£]\d/,
    link: /amzn\.to|cna\.st|linksynergy|shareasale|skimresources|redirectingat|awin1|pxf\.io|prf\.hn|rstyle\.me|coupons?(?:\/|$)|\/(?:shop|store|cart|checkout|offers?|deals?)\/|apps\.apple\.com|play\.google\.com|utm_medium=(?:banner|promo)|(?:^|[/.])(?:shop|store|go)\./,
    names:
      /coupon|affiliate|(?:^|[\s_-])(?:buy|shop|shopping|promo|promotion|offer|offers|deal|deals|ebook|ebooks|whitepaper|plug|merch|cart)(?:$|[\s_-])/,
  },
  credit: {
    text: /^(?:photo(?:graph|s|graphy)?|image|picture|foto|bild|fotos|crédit|credit|photo credit|image credit|illustration|graphic|source|quelle|zdj\.?|fot\.?)s?\s?(?:credits?|by|courtesy|:|©|von|par|de)|(?:getty images|reuters|ap photo|afp|shutterstock|unsplash|istock|dpa|epa|pixabay|picture alliance|alamy|wikimedia commons|imago)(?:\W|$)/,
    names: /credit|photographer|copyright|source-image|image-source|attribution/,
  },
  caption: { names: /figcaption|caption|img-?text|bildunterschrift|legende|image-?text|photo-?desc/ },
  byline: {
    text: /^(?:by|von|par|por|autor|author|written by|posted by|text|words by|story by|di|przez)(?:\s|:|$)/,
    link: /\/(?:authors?|autor|profile|people|staff|contributors?|by|journalist|team)\/|rel=author/,
    names: /byline|author|auteur|autor|writer|vcard|contributor-name/,
  },
  dated: {
    text: /^(?:published|posted|updated|last updated|last modified|first published|date|veröffentlicht|aktualisiert|stand|publié|mis à jour|publicado|actualizado|opublikowano|modified|created|released|publication date)(?:$|\s|:)/,
    names: /date|time|publish|posted-on|timestamp|updated|dateline|datum/,
  },
  reading: { text: /\d{1,2}[\s-]?min(?:ute)?s?[\s-]?(?:read|lesezeit)|reading time|lesezeit|listen/ },
  tags: {
    text: /^(?:tags?|tagged|schlagwörter|schlagworte|mots-clés|etiquetas|keywords|tagi|tagged with|tags?:)$/,
    link: /\/tags?\/|[?&]tag=|rel=tag|\btag\b/,
    names: /(?:^|[\s_-])(?:tags?|keywords?|post-tags|tagcloud|tag-links|tag-list|schlagworte)(?:$|[\s_-])/,
  },
  topics: {
    text: /topics?:?$|^(?:tematy|tópicos|temas|explore more)|^(?:themen|explore more topics|more on these topics|in this article)$/,
    link: /\/topics?\/|\/thema\/|\/themen\//,
    names: /topics?(?![a-z])|themen|thema|tagged/,
  },
  category: {
    text: /^(?:posted in|filed under|categories|category|categorized as|kategorien?|rubrik)$/,
    link: /\/categor(?:y|ies|ia|ie)\/|\/section\/|\/kategorie\/|\/rubrik\//,
    names:
      /breadcrumb|kicker|eyebrow|(?:^|[\s_-])(?:category|categories|cat-links|rubrik|section-name|section-label|article-section|dachzeile|rubric|overline|cat)(?:$|[\s_-])|articlesection/,
  },
  contact: {
    text: /^(?:contact(?: us)?|kontakt|contactez(?:-| )nous|contacto|contatti|get in touch|e-?mail us|tel\.?|phone|telephone|telefon|fax)(?:\W|$)|^[\w.+-]{1,40}@[\w-]{1,40}\.\w{2,10}$|^\+?[\d() /-]{9,20}$/,
    link: /^\s*(?:mailto:[^?]+@|tel:)|contact|kontakt/,
    names: /contact|kontakt|address|adr/,
  },
  copyright: {
    text: /©|copyright|all rights reserved|alle rechte vorbehalten|tous droits réservés|\(c\) ?(?:19|20)\d\d|todos los derechos|creative commons/,
    names: /copyright|colophon/,
  },
  agency: {
    text: /originally (?:appeared|published)|original (?:article|story) |^sources?:?$|^published in$|^źródło|^\(?(?:reuters|afp|ap|associated press|the associated press|dpa|pap|ansa|efe|bloomberg|cnn|bbc news|press association|pa media|xinhua|upi|ians|pti|ani|sid|apa|kna|epd)\)?$/,
    names:
      /publisher|source-?org|article-source|(?:^|[\s_-])(?:source|sources|provider|attribution|attr)(?:[\s_-]|$)/,
  },
  helper: {
    text: /contribut(?:ed|ions?|ors?)(?:\s|$)|produced by|verified by|^(?:page )?editor$|additional reporting|reporting by|edited by|editing by|mitarbeit|(?:fact.?checked|reviewed) by|translated by|illustrations? by/,
    names: /contribut|reviewer|review-?ed|fact-?check|attribution__item/,
  },
  lead: {
    names:
      /summary|standfirst|strapline|toptitle|lead|intro|excerpt|(?:^|[\s_-])(?:deck|dek|chapo|abstract|subtitle|subheading|vorspann|description|perex|sapo|sub-?title|subheadline|subhead|subline)(?:$|[\s_-])/,
  },
  media: {
    text: /^(?:play|watch|video|listen|audio|podcast|gallery|view gallery|photos|slideshow|play video|pause|mute|fullscreen|bildergalerie|volume)/,
    link: /\/videos?\/|youtube\.com\/watch|\/gallery|\/photos?\//,
    names:
      /video|player|gallery|slideshow|carousel|lightbox|figure|wp-block-image|featured-image|hero|thumbnail/,
  },
  portrait: {
    names:
      /avatar|gravatar|headshot|author-?(?:image|photo|img|bio|box)|about-author|biography|(?:^|[\s_-])bio(?:$|[\s_-])/,
  },
  menu: {
    text: /^(?:home|menu|search|log ?in|sign in|register|about(?: us)?|privacy(?: policy)?|terms.{0,20}|cookies?.{0,20}|skip to .{0,20}|impressum|datenschutz|close|faq|careers|advertise(?: with us)?|sitemap|back to top)$/,
    names:
      /(?:^|[\s_-])(?:nav|menu|navbar|navigation|footer|header|masthead|topbar|site-header|site-footer|sitemap|cookie|gdpr|consent|search|login)(?:$|[\s_-])|menu-item/,
  },
  body: {
    names:
      /article-?(?:body|content|text)|entry-content|post-content|story-?body|articlebody|(?:^|[\s_-])(?:content|body|prose|richtext|rich-text)(?:$|[\s_-])/,
  },
  comparison: { names: /(?:^|[\s_-])toc(?:$|[\s_-])|table-of-contents|accordion|faq/ },
} as const satisfies Record<string, Concept>;
