/** No such ancestor, in the features that count steps up to one. */
const NONE = 40;

/** What a feature of a block says, in words: `link density 0.83`, `in an element named related`. */
export function factInWords(feature: string, value: number): string {
  const named = /^named: (.+)$/.exec(feature);
  if (named !== null)
    return value >= NONE
      ? `not in an element named ${named[1]}`
      : `in an element named ${named[1]}${stepsUp(value)}`;
  const near = /^near: (.+)$/.exec(feature);
  if (near !== null)
    return value >= NONE ? `not inside a ${near[1]}` : `inside a ${near[1]}${stepsUp(value)}`;
  const keyword = /^(own|heading|before): (.+)$/.exec(feature);
  if (keyword !== null)
    return `${value > 0 ? '' : 'no '}words of “${keyword[2]}” ${KEYWORD_PLACES[keyword[1] as 'own']}`;
  return `${SPELLED[feature] ?? feature} ${number(value)}`;
}

const KEYWORD_PLACES = { own: 'in it', heading: 'in the heading above', before: 'in the block before' };

/** Names that say too little alone. */
const SPELLED: Readonly<Record<string, string>> = {
  'in top element': 'in the element with most text (1 yes, 0 no):',
  'in trunk': 'in the element that holds most prose (1 yes, 0 no):',
  'steps up to trunk': 'steps up to the element that holds most prose:',
  'steps down to trunk': 'steps from there down to it:',
};

function stepsUp(steps: number): string {
  return steps === 0 ? '' : `, ${steps} up`;
}

function number(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
