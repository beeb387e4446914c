import { useLoaded } from '../../client/load.js';
import { request } from '../../client/request.js';
import { type Session, useAnnotatorName } from '../../client/session.js';
import type { ScreenProps } from '../../shell/route.js';
import { Loading } from '../../ui/messages.js';
import { Comparison } from './Comparison.js';
import { CorpusList } from './CorpusList.js';
import { PageList } from './PageList.js';
import { useSavingGuard } from './saving.js';
import { Workspace } from './Workspace.js';
import './annotator.css';

export default function Annotator({ route }: ScreenProps) {
  const chosen = useAnnotatorName();
  const session = useLoaded(signal => request<Session>('/v1/session', { signal }), []);
  useSavingGuard();
  const byToken = session.data?.tokensRequired === true;
  const annotator = byToken ? (session.data?.name ?? '') : chosen;
  if (!session.data)
    return (
      <div class="page">
        <Loading from={session} label="Loading" />
      </div>
    );
  const [corpus, page] = route.path;
  const names = { annotator, byToken };
  if (corpus === undefined) return <CorpusList {...names} />;
  if (page !== undefined)
    return <Workspace key={`${page} ${annotator}`} corpus={corpus} page={page} {...names} />;
  if (route.query.has('compare')) return <Comparison corpus={corpus} query={route.query} />;
  return <PageList corpus={corpus} {...names} />;
}
