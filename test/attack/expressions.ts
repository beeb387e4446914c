import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression in the sources. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** File and line. */
  readonly places: readonly string[];
}

/** All regular expressions of the packages: literals, and `new RegExp` with constant strings. Excludes tests. */
export function expressionsOf(root: string): Expression[] {
  const found = new Map<string, { source: string; flags: string; places: string[] }>();
  for (const file of sourceFiles(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const node of regularNodes(source)) {
      const expression = expressionOf(node);
      if (expression === undefined) continue;
      const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      const key = keyOf(expression);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...expression, places: [place] });
      else known.places.push(place);
    }
  }
  return [...found.values()];
}

/** The key of an expression in expressions.json: its text. */
export function keyOf({ source, flags }: Pick<Expression, 'source' | 'flags'>): string {
  return `/${source}/${flags}`;
}

/** Expressions composed from strings at run time, which are not checked statically. */
export function composedExpressions(root: string): string[] {
  return sourceFiles(root).flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return regularNodes(source)
      .filter(node => expressionOf(node) === undefined)
      .map(node => `${file}: ${node.getText(source).replace(/\s+/g, ' ').slice(0, 120)}`);
  });
}

/** The files with composed expressions. */
export function composedFiles(root: string): string[] {
  return [...new Set(composedExpressions(root).map(line => line.slice(0, line.indexOf(':'))))];
}

function sourceFiles(root: string): string[] {
  return readdirSync(join(root, 'packages')).flatMap(name => {
    const folder = `packages/${name}/src`;
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return files
      .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|\/)(?:testing|fixtures)\//.test(file))
      .sort()
      .map(file => `${folder}/${file}`);
  });
}

type RegularNode = ts.RegularExpressionLiteral | ts.NewExpression | ts.CallExpression;

function regularNodes(source: ts.SourceFile): RegularNode[] {
  const found: RegularNode[] = [];
  const open: ts.Node[] = [source];
  while (open.length > 0) {
    const node = open.pop()!;
    if (ts.isRegularExpressionLiteral(node)) found.push(node);
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') found.push(node);
    node.forEachChild(child => void open.push(child));
  }
  return found;
}

function expressionOf(node: RegularNode): { source: string; flags: string } | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const [pattern, flags] = node.arguments ?? [];
  const isConstant = (each: ts.Node | undefined) => each !== undefined && ts.isStringLiteralLike(each);
  if (!isConstant(pattern) || (flags !== undefined && !isConstant(flags))) return undefined;
  return {
    source: (pattern as ts.StringLiteral).text,
    flags: (flags as ts.StringLiteral | undefined)?.text ?? '',
  };
}
