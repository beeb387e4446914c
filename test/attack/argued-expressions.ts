/**
 * Expressions that the tool does not call safe, and why they are: the text that each is asked about is short, or the
 * repetitions in it are bounded, so that time grows with the length of the text and no faster. By the beginning of the
 * expression.
 */
export const ARGUED: Readonly<Record<string, string>> = {
  '/\\s*\\n\\s*/g': 'message of an error in our own queue, written by us',
  '/^(?=.*\\d)[0-9a-f-]{12,}$/i': 'one segment of the path of an address, at most 8,000 characters',
  '/;jsessionid=[^/;]{0,200}/gi': 'bounded repetition: 200 steps a start at most',
  '/^(.{0,1000}?)(?:\\/(?:page|seite|p))?[/-](\\d{1,4})':
    'anchored, bounded repetition: 1,000 starts of a few steps',
  '/\\/\\/[^@/]{0,500}@/': 'address of our own Redis, from the command line',
  '/:w:(.*)$/': 'name of a connection in our own Redis',
  '/^\\s*(?:#[^\\n]{0,500}\\n\\s*)*https?:': 'first bytes of a file of the user’s, a few thousand',
  '/^\\s*(?:<\\?xml[^>]{0,200}>\\s*)?': 'first bytes of a file of the user’s, a few thousand',
  '/^content-length:[ \\t]{0,9}': 'header of one WARC record; bounded repetitions, a start a line',
  '/\\s(?:xml:)?lang\\s{0,9}=': 'one tag of a corpus page; bounded repetitions',
  '/^https?:\\/\\/web\\.archive\\.org': 'anchored; one run behind a fixed beginning',
  '/"headline"\\s{0,4}:': 'first 20,000 characters of a script; bounded repetitions',
  '/facebook|twitter|linkedin|pinterest': 'attributes of one link, at most 2,000 characters',
  '/#(?:comments?|respond|disqus_thread': 'no nested repetition: fixed words, one run of digits at the end',
  '/^(?:\\d{1,5} |no |leave a |post a ':
    'anchored; bounded repetitions but for one run of digits before the end',
  '/^\\s*mailto:\\s*\\?|share-email': 'one run of spaces at the beginning; the rest are fixed words',
  '/#.*$/': 'address in a table of our own experiment',
  '/\\s*(?:GMT|UTC|Z)?(?:[+-]\\d{2}:?\\d{2})?': 'a date of a gold file, a few dozen characters',
  '/(?:^|\\s)(?:sourceCode|syntaxhighlighter': 'class of one element; one run of spaces behind a fixed word',
  '/(?:^|\\s)brush:\\s{0,3}': 'class of one element; bounded repetitions',
  '/(?:^|\\s)(?:language|lang|highlight-source': 'class of one element; bounded repetition',
  '/(?:^|\\s)(?:katex(?:-display)?|MathJax': 'class of one element; one run behind a fixed word',
  '/[?#].{0,500}$/': 'first 500 characters of an address',
  '/charset\\s{0,9}=\\s{0,9}(?:"([^"]*)"':
    'one value of an attribute; a run that fails ends at the next quote or at the end once',
  '/^[\\s.,:;"\'“”„*–—-]+|[\\s,:;"\'“”„*–—|-]+$/gu': 'part of a byline, at most 300 characters',
  '/[\\s,.]+$/': 'part of a byline, at most 300 characters',
  '/https?:|www\\.|\\S{1,60}@|\\s@|': 'a byline, at most 300 characters',
  '/\\d.{0,40}?\\s(?:by|von|par|por': 'a byline, at most 300 characters',
  '/ [|–—·•»«:/<>~☆★-]+ | ?[｜|»•]': 'a title of at most 1,000 characters',
  '/[\\s|]+(?=[^\\s|:：]{1,12}[:：])/u': 'a block that is short enough for a byline, white space collapsed',
  '/\\n\\s*\\n| \\| | • | · | [–—] ': 'a line with a date, white space collapsed',
  '/\\b(?:page|file|document)\\b.{0,40}': 'first 1,500 characters of a page; bounded repetitions',
  '/\\b(?:404|403|410|500|502|503)\\b.{0,40}': 'first 1,500 characters of a page; bounded repetitions',
  '/(?:^|[/?&;])(?:u|users?|members?': 'an address; bounded repetitions',
  '/\\/(?:forums?|threads?|topics?': 'an address; fixed words and one bounded repetition',
  '/(?<![\\p{L}\\d])(?:(?:\\d{1,3}|an?|one)': 'first 200 characters of a text',
  '/^[.-]+|[.-]+$/g': 'first 1,200 characters of a name',
  '/^Bearer +(\\S{1,200}) *$/i': 'a header, which Node holds to 16 kB; runs of spaces stand apart',
  '/url\\(\\s{0,9}(["\']?)': 'bounded repetition; a run cannot hold the beginning of another',
  '/charset\\s*=\\s*"?([\\w.:-]{1,40})/i': 'a header, which Node holds to 16 kB',
  '/\\d{3,}|[0-9a-f]{8,}|[a-z]\\d[a-z]': 'one class name of at most some hundred characters',
  '/(?:(?:[$€£¥₹₽₩₺₪₴฿₫₱zł]|(?<!\\p{L})': 'a text of at most some hundred characters; bounded repetitions',
};
