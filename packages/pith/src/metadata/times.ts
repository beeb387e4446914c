import type { DateToken } from './dates.js';

/** Minutes ahead of UTC. Excludes IST and ET, whose offsets vary. */
// biome-ignore format: a table reads better in rows
const ZONES: Readonly<Record<string, number>> = {
  z: 0, utc: 0, gmt: 0, wet: 0, bst: 60, west: 60, cet: 60, mez: 60, cest: 120, mesz: 120, eet: 120, eest: 180,
  msk: 180, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420, akst: -540,
  akdt: -480, hst: -600, sgt: 480, hkt: 480, jst: 540, kst: 540, aest: 600, aedt: 660, nzst: 720, nzdt: 780,
};

const JOINTS = new Set(
  ' |t|,|-|–|—|·|•|@|at|um|à|a|às|as|las|om|kl|klo|kello|ore|alle|в|о|г|.|(|日|일|godz|ora|saat|h'.split('|'),
);
const MOST_JOINTS = 6;

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly next: number;
}

/** Time and zone after a date, as the rest of an ISO 8601 value; empty if the time is missing or invalid. */
export function timeAfter(tokens: readonly DateToken[], from: number): string {
  let i = from;
  while (i < tokens.length && i - from < MOST_JOINTS && JOINTS.has(tokens[i]!.text)) i++;
  const clock = compactClock(tokens, i) ?? clockAt(tokens, i);
  if (clock === undefined || clock.hour > 23 || clock.minute > 59 || clock.second > 60) return '';
  const zone = zoneAt(tokens, clock.next) ?? '';
  return `T${two(clock.hour)}:${two(clock.minute)}:${two(Math.min(59, clock.second))}${zone}`;
}

/** 10:15, 10:15:30.123, 10.15 Uhr, 10h15, 3:15 p.m. */
function clockAt(tokens: readonly DateToken[], i: number): Clock | undefined {
  const hour = number(tokens[i], 2);
  const minute = number(tokens[i + 2], 2);
  if (hour < 0 || minute < 0 || !/^[:.h]$/.test(tokens[i + 1]!.text)) return undefined;
  let next = i + 3;
  let second = 0;
  if (tokens[next]?.text === ':' && number(tokens[next + 1], 2) >= 0) {
    second = number(tokens[next + 1], 2);
    next += 2;
    if (/^[.,:]$/.test(tokens[next]?.text ?? '') && (tokens[next + 1]?.value ?? -1) >= 0) next += 2;
  }
  const half = halfOfDay(tokens, next);
  return {
    hour: half === undefined ? hour : (hour % 12) + half.add,
    minute,
    second,
    next: half?.next ?? next,
  };
}

/** 101500 of 20231205T101500Z. */
function compactClock(tokens: readonly DateToken[], i: number): Clock | undefined {
  const token = tokens[i];
  if (token === undefined || token.value < 0 || token.text.length !== 6) return undefined;
  const { value } = token;
  return {
    hour: Math.floor(value / 10_000),
    minute: Math.floor(value / 100) % 100,
    second: value % 100,
    next: i + 1,
  };
}

function halfOfDay(tokens: readonly DateToken[], from: number): { add: number; next: number } | undefined {
  let i = spaceAt(tokens, from);
  const letter = tokens[i]?.text ?? '';
  if (letter === 'am' || letter === 'pm') return { add: letter === 'pm' ? 12 : 0, next: i + 1 };
  if ((letter !== 'a' && letter !== 'p') || tokens[i + 1]?.text !== '.') return undefined;
  i += 2;
  if (tokens[i]?.text === 'm') i += tokens[i + 1]?.text === '.' ? 2 : 1;
  return { add: letter === 'p' ? 12 : 0, next: i };
}

/** +01:00, +0100, -05, Z, GMT+2, EST. */
function zoneAt(tokens: readonly DateToken[], from: number): string | undefined {
  let i = spaceAt(tokens, from);
  if (tokens[i]?.text === 'uhr' || tokens[i]?.text === '(') i = spaceAt(tokens, i + 1);
  const word = tokens[i]?.isWord ? tokens[i]!.text : '';
  const named = Object.hasOwn(ZONES, word) ? ZONES[word] : undefined;
  if (named !== undefined) {
    const behind = named === 0 ? offsetAt(tokens, i + 1) : undefined;
    return behind ?? (named === 0 ? 'Z' : offset(named));
  }
  return offsetAt(tokens, i);
}

function offsetAt(tokens: readonly DateToken[], i: number): string | undefined {
  const sign = tokens[i]?.text;
  if (sign !== '+' && sign !== '-' && sign !== '−') return undefined;
  const first = tokens[i + 1];
  if (first === undefined || first.value < 0 || first.text.length > 4) return undefined;
  const isLong = first.text.length > 2;
  const hours = isLong ? Math.floor(first.value / 100) : first.value;
  const minutes = isLong ? first.value % 100 : tokens[i + 2]?.text === ':' ? number(tokens[i + 3], 2) : 0;
  if (hours > 14 || minutes > 59) return undefined;
  return offset((sign === '+' ? 1 : -1) * (hours * 60 + Math.max(0, minutes)));
}

function offset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function spaceAt(tokens: readonly DateToken[], i: number): number {
  return tokens[i]?.text === ' ' ? i + 1 : i;
}

function number(token: DateToken | undefined, digits: number): number {
  return token !== undefined && token.text.length <= digits ? token.value : -1;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
