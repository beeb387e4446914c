/** Marks are translucent, because the colours of the page are unknown. */
export const MARK_STYLES = {
  kept: 'background-image:linear-gradient(#10b98138,#10b98138)!important;box-shadow:inset 3px 0 #059669!important',
  dropped:
    'background-image:repeating-linear-gradient(135deg,#64748b4d 0 2px,#94a3b81f 2px 9px)!important;opacity:.72!important',
  outlined: 'outline:2px solid #2563eb!important;outline-offset:1px!important',
  pointed: 'outline:2px dashed #2563eb!important;outline-offset:1px!important',
  chosen: 'outline:2px solid #7c3aed!important;outline-offset:2px!important',
  offered: 'outline:2px dotted #7c3aed!important;outline-offset:2px!important',
  different: 'outline:2px solid #b45309!important;outline-offset:-2px!important',
} as const;

export const HEAT_STEPS = 10;

export function heatOf(probability: number): string {
  return `heat-${Math.round(Math.min(1, Math.max(0, probability)) * HEAT_STEPS)}`;
}

/** Blue (not content) to orange (content), almost transparent in between. */
export function heatColour(step: number): string {
  const side = step / HEAT_STEPS - 0.5;
  const strength = Math.round(20 + Math.abs(side) * 2 * 76);
  return `rgb(${side < 0 ? '37 99 235' : '234 88 12'} / ${(strength / 255).toFixed(2)})`;
}

export const HEAT_STYLES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: HEAT_STEPS + 1 }, (_, step) => [
    `heat-${step}`,
    `background-image:linear-gradient(${heatColour(step)},${heatColour(step)})!important`,
  ]),
);
