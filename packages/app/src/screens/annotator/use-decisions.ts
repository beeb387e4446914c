import { useEffect, useState } from 'preact/hooks';
import { type Decisions, type Disagreement, decisionKey } from '../../annotation/comparison.js';
import { toast } from '../../ui/toast.js';
import { ADJUDICATED, server } from './server.js';

/** What was decided, with what earlier sittings have decided. */
export function useDecisions(list: readonly Disagreement[]): [Decisions, (decisions: Decisions) => void] {
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const wanted = new Set(list.map(decisionKey));
    const read = async (page: string) => {
      const { labels } = await server.labels(page, ADJUDICATED);
      return labels.map(({ node, label }) => [decisionKey({ page, node }), label] as const);
    };
    Promise.all([...new Set(list.map(({ page }) => page))].map(read)).then(found => {
      if (!isCurrent) return;
      const stored = found.flat().filter(([key]) => wanted.has(key));
      setDecisions(before => new Map([...stored, ...before]));
    }, toast);
    return () => {
      isCurrent = false;
    };
  }, [list]);
  return [decisions, setDecisions];
}
