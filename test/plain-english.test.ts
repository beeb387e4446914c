import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Phrases that make comments hard to read, with the reason and what to write instead. */
const PATTERNS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/^(?:What|Whether|Who|Whatever|Whoever)\b/, 'name the noun: "The path of …", "True if …", "Number of …"'],
  [/\b(?:says|tells|asks|speaks|told|asked for)\b/i, 'code does not talk: returns, reports, requests'],
  [/\bstands? (?:for|in|on|at|where|there|alone|before|behind|beside)\b/i, 'is, lies, represents, occurs'],
  [/\b(?:line|page|file|block|row|word|step|folder|site)s? each\b/i, 'one per line, one per page'],
  [/\b(?:goes|go|went) on (?:where|with|from|there)\b/i, 'resumes, continues'],
  [/\b(?:can(?:not)?|could|to) be had\b/i, 'is available, fails to load'],
  [/\b(?:of one's own|of ours|of theirs|at work|in hand|so many)\b/i, 'name the thing'],
  [/\bnobody\b|\bwhoever\b/i, 'name the caller, the reader or the process'],
];

interface Comment {
  readonly place: string;
  readonly text: string;
}

/** All comments of a TypeScript file, without their markers. */
function commentsOf(file: string, source: string): Comment[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  const comments: Comment[] = [];
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token !== ts.SyntaxKind.SingleLineCommentTrivia && token !== ts.SyntaxKind.MultiLineCommentTrivia)
      continue;
    const text = scanner.getTokenText().replace(/^\/\*+|\*\/$|^\/\/|^\s*\* ?/gm, '');
    comments.push(commentAt(file, source, scanner.getTokenStart(), text));
  }
  return comments;
}

/** Comments of languages that need no scanner here, and the names of tests. */
const TEXTS: readonly (readonly [ending: RegExp, text: RegExp])[] = [
  [/\.css$/, /\/\*([^*]+)\*\//g],
  [/\.wat$/, /;;(.*)/g],
  [/\.py$/, /"""([^"]+)"""|^ *# (.*)/gm],
  [/\.test\.tsx?$/, /^ *(?:it|itInRelease|describe)(?:\.each\([^\n]*?\))?\(\s*'([^'\n]*)'/gm],
];

function textsOf(file: string): Comment[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const texts = TEXTS.filter(([ending]) => ending.test(file)).flatMap(([, text]) =>
    [...source.matchAll(text)].map(match => commentAt(file, source, match.index, match[1] ?? match[2]!)),
  );
  return /\.tsx?$/.test(file) ? [...commentsOf(file, source), ...texts] : texts;
}

function commentAt(file: string, source: string, start: number, text: string): Comment {
  const line = source.slice(0, start).split('\n').length;
  return { place: `${file}:${line}`, text: text.replace(/\s+/g, ' ').trim() };
}

const folders = [...readdirSync(join(ROOT, 'packages')).map(name => `packages/${name}/src`), 'python/src'];
const files = folders.flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(?:tsx?|css|wat|py)$/.test(file) && !/(?:^|\/)weights\//.test(file))
    .map(file => `${folder}/${file}`),
);

describe('comments and the names of tests', () => {
  const comments = files.flatMap(textsOf);

  it('are found', () => {
    expect(comments.length).toBeGreaterThan(5000);
    for (const [ending] of TEXTS) expect(files.some(file => ending.test(file))).toBe(true);
  });

  it.each(PATTERNS)('are free of %s', (pattern, advice) => {
    const found = comments
      .filter(({ text }) => pattern.test(text))
      .map(({ place, text }) => `${place}: ${text}`);
    expect(found, advice).toEqual([]);
  });
});
