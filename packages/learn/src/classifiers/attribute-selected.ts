import { type Accepts, checkDataset, checkRows } from '../data/check.js';
import { type Attribute, type Dataset, listing } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import {
  type Classifier,
  type ClassifierModel,
  type FitControl,
  type RegistryEntry,
  step,
} from '../estimator.js';
import { parametersOf } from '../model-file.js';
import { type OptionsOf, readOptions } from '../options.js';
import {
  applySelection,
  loadSelection,
  type Selection,
  selectedAttributes,
  selectedDataset,
} from '../selection/selection.js';
import { type SelectorName, select, selectorRule, selectors } from '../selection/selectors.js';
import { type FitOrigin, FittedClassifier } from './fitted.js';
import { metaCost } from './metacost.js';
import { type ClassifierTable, entryOf, modelOf, PLAIN_CLASSIFIERS, WRAPPED_RULES } from './table.js';

const RULES = {
  selector: selectorRule,
  selectorOptions: WRAPPED_RULES.classifierOptions,
  ...WRAPPED_RULES,
};

type AttributeSelectedOptions = OptionsOf<typeof RULES>;

const WRAPPED: ClassifierTable = {
  ...PLAIN_CLASSIFIERS,
  metacost: metaCost,
};

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: false };

/**
 * Selects attributes and fits another classifier on them (paper 003, §6.4.2). Selecting inside `fit` keeps test rows
 * out of the selection in cross-validation.
 */
export class AttributeSelected implements Classifier {
  readonly algorithm = 'attribute-selected';
  readonly options: Readonly<AttributeSelectedOptions> & Readonly<Record<string, unknown>>;

  constructor(options: Partial<AttributeSelectedOptions> = {}) {
    this.options = { ...readOptions('attribute-selected', RULES, options) };
  }

  fit(data: Dataset, control?: FitControl): AttributeSelectedModel {
    const { selector, selectorOptions, classifier, classifierOptions } = this.options;
    const inner = entryOf(WRAPPED, classifier);
    checkDataset(data, acceptedBy(selector, inner));
    step(control, 0, `choosing attributes by ${selector}`);
    const selection = select(selector, data, selectorOptions, part(control, 0));
    const model = inner.create(classifierOptions).fit(selectedDataset(selection, data), part(control, 0.5));
    return new AttributeSelectedModel({ ...data, options: this.options }, selection, model);
  }
}

class AttributeSelectedModel extends FittedClassifier {
  readonly algorithm = 'attribute-selected';

  constructor(
    origin: Omit<FitOrigin, 'classes'>,
    readonly selection: Selection,
    readonly model: ClassifierModel,
  ) {
    super({ ...origin, classes: model.classes });
  }

  probabilities(x: AnyMatrix): Float64Array {
    const inner = entryOf(WRAPPED, this.model.algorithm);
    checkRows(this.attributes, x, this.selection.kind === 'components' ? ACCEPTS : inner.accepts);
    return this.model.probabilities(applySelection(this.selection, x));
  }

  protected contents() {
    return { parameters: { selection: this.selection, model: this.model.toJSON() } };
  }
}

export const attributeSelected: RegistryEntry = {
  accepts: ACCEPTS,
  create: options => new AttributeSelected(options),
  load: file => {
    const reader = parametersOf(file, 'attribute-selected');
    const selection = loadSelection(reader.record('selection'), file.attributes.length);
    const model = modelOf(WRAPPED, reader.record('model'));
    const attributes = selectedAttributes(selection, file.attributes);
    checkNames('classes', file.classes, model.classes);
    checkNames('attributes', namesOf(attributes), namesOf(model.attributes));
    return new AttributeSelectedModel(file, selection, model);
  },
};

/** Principal components are dense numbers without missing values, which any classifier accepts. */
function acceptedBy(selector: SelectorName, inner: RegistryEntry): Accepts {
  return selectors[selector].kind === 'projection' ? ACCEPTS : { ...inner.accepts, allowSparse: false };
}

function part(control: FitControl | undefined, from: number): FitControl {
  const onProgress: FitControl['onProgress'] = (share, note) => control?.onProgress?.(from + share / 2, note);
  return { stopped: control?.stopped, onProgress };
}

const namesOf = (attributes: readonly Attribute[]) => attributes.map(attribute => attribute.name);

function checkNames(what: string, expected: readonly string[], got: readonly string[]): void {
  if (expected.length === got.length && expected.every((name, i) => name === got[i])) return;
  const message = `The ${what} of the model inside do not fit: expected ${listing(expected)}; got ${listing(got)}.`;
  throw new LearnError('bad-model', message);
}
