import { type RuleTrial, server } from '../../client/api.js';
import { clearExtractCache } from '../../page/views.js';
import { toast } from '../../ui/messages.js';

type Rules = RuleTrial['rules'];

export async function applyRules(
  { site, before, rules }: { readonly site: string; readonly before: Rules; readonly rules: Rules },
  message: string,
  onChanged: () => void,
): Promise<void> {
  const put = async (next: Rules) => {
    await server.putRules({ site, rules: next });
    clearExtractCache();
    onChanged();
  };
  try {
    await put(rules);
    toast(message, { label: 'Undo', run: () => void put(before).catch(toast) });
  } catch (error) {
    toast(error);
  }
}
