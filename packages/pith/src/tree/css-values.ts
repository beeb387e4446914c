/** CSS pixels per unit, with a font of 16 pixels and a window of 1,280 × 800. */
// biome-ignore format: a table reads better in rows
const UNITS: Readonly<Record<string, number>> = {
  '': 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945, em: 16, rem: 16, ex: 8, ch: 8, lh: 20,
  vw: 12.8, vh: 8, vmin: 8, vmax: 12.8, dvw: 12.8, dvh: 8, svw: 12.8, svh: 8, lvw: 12.8, lvh: 8,
  vi: 12.8, vb: 8, cqw: 12.8, cqh: 8, cqi: 12.8, cqb: 8, rlh: 20, rex: 8, rch: 8, ic: 16, cap: 12,
};

const NUMBER = /^[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?/;
const LONGEST = 80;

/** Length in pixels, or a plain number. Undefined for other values, such as percentages. */
export function pixels(value: string): number | undefined {
  const quantity = readQuantity(value);
  return quantity === undefined || quantity.isShare ? undefined : quantity.amount;
}

export function percentage(value: string): number | undefined {
  const quantity = readQuantity(value);
  return quantity?.isShare ? quantity.amount : undefined;
}

interface Quantity {
  readonly amount: number;
  readonly isShare: boolean;
}

function readQuantity(value: string): Quantity | undefined {
  if (value === '' || value === 'auto' || value === 'none') return undefined;
  const text = value.slice(0, LONGEST).trim();
  const unit = readNumber(text);
  if (unit !== undefined) return unit[1] === '' ? unit[0] : undefined;
  return /^(?:-webkit-)?(?:calc|min|max|clamp)\(/.test(text) ? new Calculation(text).result() : undefined;
}

function readNumber(text: string): [Quantity, rest: string] | undefined {
  const digits = NUMBER.exec(text)?.[0];
  if (digits === undefined) return undefined;
  const unit = /^(?:%|[a-z]{0,4})/.exec(text.slice(digits.length))![0];
  const factor = unit === '%' ? 1 : UNITS[unit];
  if (factor === undefined) return undefined;
  const quantity = { amount: Number(digits) * factor, isShare: unit === '%' };
  return [quantity, text.slice(digits.length + unit.length)];
}

/** Evaluates `calc()`, `min()`, `max()` and `clamp()`. The depth is bounded by the length of the text. */
class Calculation {
  constructor(private text: string) {}

  result(): Quantity | undefined {
    const sum = this.operand();
    return this.text.trim() === '' ? sum : undefined;
  }

  private sum(): Quantity | undefined {
    let left = this.product();
    for (let sign = this.take(/^[+-](?=\s)/); sign !== ''; sign = this.take(/^[+-](?=\s)/))
      left = combine(left, this.product(), (a, b) => (sign === '+' ? a + b : a - b));
    return left;
  }

  private product(): Quantity | undefined {
    let left = this.operand();
    for (let sign = this.take(/^[*/]/); sign !== ''; sign = this.take(/^[*/]/)) {
      const right = this.operand();
      if (left === undefined || right === undefined || (left.isShare && right.isShare)) return undefined;
      const amount = sign === '*' ? left.amount * right.amount : left.amount / right.amount;
      left = { amount, isShare: left.isShare || right.isShare };
    }
    return left;
  }

  private operand(): Quantity | undefined {
    const call = this.take(/^(?:-webkit-)?(?:calc|min|max|clamp)?\(/).replace('-webkit-', '');
    if (call === '') {
      const [quantity, rest] = readNumber(this.text.trimStart()) ?? [];
      this.text = rest ?? '';
      return quantity;
    }
    const list = [this.sum()];
    while (this.take(/^,/) !== '') list.push(this.sum());
    if (this.take(/^\)/) === '') return undefined;
    const [first, second, third] = list;
    if (call === 'clamp(') return third && largest(first, smallest(second, third));
    if (call === 'min(') return list.reduce(smallest);
    if (call === 'max(') return list.reduce(largest);
    return list.length === 1 ? first : undefined;
  }

  private take(pattern: RegExp): string {
    const text = this.text.trimStart();
    const found = pattern.exec(text)?.[0] ?? '';
    if (found !== '') this.text = text.slice(found.length);
    return found;
  }
}

const smallest = (a: Quantity | undefined, b: Quantity | undefined) => combine(a, b, Math.min);
const largest = (a: Quantity | undefined, b: Quantity | undefined) => combine(a, b, Math.max);

function combine(
  left: Quantity | undefined,
  right: Quantity | undefined,
  join: (a: number, b: number) => number,
): Quantity | undefined {
  if (left === undefined || right === undefined) return undefined;
  // 0px and 0% are the same length.
  if (left.isShare !== right.isShare && left.amount !== 0 && right.amount !== 0) return undefined;
  return {
    amount: join(left.amount, right.amount),
    isShare: (left.isShare && left.amount !== 0) || (right.isShare && right.amount !== 0),
  };
}
