import { type Example, type TrainedModel, type TrainingControl, visibleLeaves } from '@webpith/lab';
import { pageTree, refuseNone } from '@webpith/lab/internals';
import { labelNumber } from './label-number.js';
import { fitLeaves, leavesToJSON } from './model.js';
import { prepareLeaves } from './prepare.js';
import { control, RICH } from './train.js';

/** Learns the random field from labelled leaves; unlabelled leaves count as “none”. */
export async function trainOwn(
  examples: readonly Example[],
  following: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = examples.flatMap(leafPage);
  refuseNone(pages, 'labels of leaves');
  const options = { ...RICH, ...control(following, 'random field') };
  const model = fitLeaves(prepareLeaves(pages, 'rich'), 'rich', options, {
    learnedOn: `${pages.length} pages`,
  });
  return { model: leavesToJSON(model), plots: [] };
}

function leafPage({ page, labels }: Example) {
  if (!labels || !Object.values(labels.nodes).some(label => labelNumber(label) >= 0)) return [];
  const tree = pageTree(page);
  const none = labelNumber('none');
  const known = (node: number) => {
    const number = labelNumber(labels.nodes[node] ?? 'none');
    return number < 0 ? none : number;
  };
  return [{ key: page.id, tree, y: Int32Array.from(visibleLeaves(tree), ({ node }) => known(node)) }];
}
