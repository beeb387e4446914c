/** TeX commands by character, as pairs. */
const COMMANDS =
  'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa ' +
  'λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ' +
  'ψ psi ω omega Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ' +
  '± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ ∙ bullet • bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ' +
  '⊙ odot † dagger ‡ ddagger ∧ wedge ∨ vee ∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup ∖ setminus ≀ wr ⋄ diamond ◇ Diamond ' +
  '△ triangle ▽ bigtriangledown □ square ■ blacksquare ⊥ perp ∥ parallel ∦ nparallel ∣ mid ∤ nmid ' +
  '≠ neq ≤ leq ≥ geq ⩽ leqslant ⩾ geqslant ≪ ll ≫ gg ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≡ equiv ∼ sim ≃ simeq ≈ approx ' +
  '≅ cong ≐ doteq ∝ propto ≜ triangleq ≔ coloneqq ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊈ nsubseteq ' +
  '⊑ sqsubseteq ⊒ sqsupseteq ∈ in ∉ notin ∋ ni ⊢ vdash ⊣ dashv ⊨ models ⊤ top ⊲ triangleleft ⊳ triangleright ⋈ bowtie ' +
  '← leftarrow → to ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↑ uparrow ↓ downarrow ↕ updownarrow ' +
  '⇑ Uparrow ⇓ Downarrow ↦ mapsto ⟵ longleftarrow ⟶ longrightarrow ⟷ longleftrightarrow ⟸ impliedby ⟹ implies ⟺ iff ' +
  '⟼ longmapsto ↪ hookrightarrow ↩ hookleftarrow ↗ nearrow ↘ searrow ↙ swarrow ↖ nwarrow ⇀ rightharpoonup ' +
  '⇌ rightleftharpoons ⇝ leadsto ↠ twoheadrightarrow ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ' +
  '⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes ⨀ bigodot ⨆ bigsqcup ⨄ biguplus ∂ partial ∇ nabla ∞ infty ' +
  '∅ emptyset ∀ forall ∃ exists ∄ nexists ¬ neg ∠ angle ℵ aleph ℏ hbar ℓ ell ℘ wp √ surd ∴ therefore ∵ because ' +
  '… ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ° degree ♯ sharp ♭ flat ♮ natural ♠ spadesuit ♡ heartsuit ♢ diamondsuit ' +
  '♣ clubsuit ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ⟨ langle ⟩ rangle 〈 langle 〉 rangle ‖ Vert ∎ blacksquare ı imath ' +
  'ȷ jmath \\ backslash ~ sim ^ wedge';

/** Characters that TeX reserves, and characters with an ASCII equivalent. */
const REPLACED = "% \\% # \\# $ \\$ & \\& _ \\_ { \\{ } \\} − - – - — - ∕ / ⁄ / ∶ : ″ '' ‴ ''' ` '";

/** Function application, invisible times, separator and plus, and zero-width space. */
const INVISIBLE = '\u2061\u2062\u2063\u2064\u200b';

function pairs(list: string, before = ''): [string, string][] {
  const words = list.split(' ');
  return words.flatMap((word, i): [string, string][] => (i % 2 === 0 ? [[word, before + words[i + 1]]] : []));
}

export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...pairs(COMMANDS, '\\'),
  ...pairs(REPLACED),
  ...Array.from(INVISIBLE, (sign): [string, string] => [sign, '']),
]);

export const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max ' +
    'min Pr sec sin sinh sup tan tanh'
  ).split(' '),
);

export const OVER: ReadonlyMap<string, readonly [narrow: string, wide: string]> = new Map(
  (
    '^ˆ\u0302 hat widehat, ~˜∼\u0303 tilde widetilde, ¯‾ˉ_\u0304 bar overline, →⃗⇀ vec overrightarrow, ' +
    '← overleftarrow overleftarrow, ˙.\u0307 dot dot, ¨\u0308 ddot ddot, ˇ check check, ˘ breve breve, ´ acute acute, ' +
    '` grave grave, ⏞︷ overbrace overbrace'
  )
    .split(', ')
    .flatMap(row => {
      const [signs, narrow, wide] = row.split(' ') as [string, string, string];
      return Array.from(signs, (sign): [string, readonly [string, string]] => [sign, [narrow, wide]]);
    }),
);

export const UNDER: ReadonlyMap<string, string> = new Map([
  ...Array.from('_¯‾\u0332', (sign): [string, string] => [sign, 'underline']),
  ...Array.from('⏟︸', (sign): [string, string] => [sign, 'underbrace']),
]);

export const FONTS: Readonly<Record<string, string>> = {
  normal: 'mathrm',
  bold: 'mathbf',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathcal',
  'bold-script': 'mathcal',
  fraktur: 'mathfrak',
  'bold-fraktur': 'mathfrak',
  'sans-serif': 'mathsf',
  'bold-sans-serif': 'mathsf',
  monospace: 'mathtt',
};

// First code points of Unicode's mathematical alphabets, with their variants. The last entry is only an end.
// biome-ignore format: a table reads better in rows
const ALPHABETS: readonly (readonly [from: number, variant: string])[] = [
  [0x1d400, 'bold'], [0x1d434, 'italic'], [0x1d468, 'bold-italic'], [0x1d49c, 'script'],
  [0x1d504, 'fraktur'], [0x1d538, 'double-struck'], [0x1d56c, 'fraktur'], [0x1d5a0, 'sans-serif'],
  [0x1d670, 'monospace'], [0x1d6a4, 'italic'], [0x1d6a8, 'bold'], [0x1d6e2, 'italic'],
  [0x1d71c, 'bold-italic'], [0x1d7ce, 'bold'], [0x1d7d8, 'double-struck'], [0x1d7e2, 'sans-serif'],
  [0x1d7f6, 'monospace'], [0x1d800, ''],
];

const LETTERLIKE: ReadonlyMap<string, string> = new Map(
  ['ℂℍℕℙℚℝℤ double-struck', 'ℬℰℱℋℐℒℳℛℯℊℴ script', 'ℭℌℑℜℨ fraktur'].flatMap(row => {
    const [letters, variant] = row.split(' ') as [string, string];
    return Array.from(letters, (letter): [string, string] => [letter, variant]);
  }),
);

export function variantOf(character: string): string | undefined {
  const code = character.codePointAt(0)!;
  if (code < 0x1d400 || code >= 0x1d800) return LETTERLIKE.get(character);
  return ALPHABETS.findLast(([from]) => from <= code)?.[1];
}
