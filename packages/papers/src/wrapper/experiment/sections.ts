import { periodSection, type Section } from '../../experiment.js';
import type { SECTION_NAMES } from '../method.js';
import { seedsSection } from './seeds.js';
import { shippedSection } from './shipped.js';
import { stylesSection } from './styles.js';
import { measurePeriod, oneSiteSection, trainingSection } from './transfer.js';

export const SECTIONS: Readonly<Record<(typeof SECTION_NAMES)[number], Section>> = {
  shipped: shippedSection,
  styles: stylesSection,
  'one-site': oneSiteSection,
  period: periodSection(measurePeriod),
  training: trainingSection,
  seeds: seedsSection,
};
