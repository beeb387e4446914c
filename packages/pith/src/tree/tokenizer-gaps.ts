/**
 * Masks two cases in which the tokenizer deviates from the standard and would lose or invent text. Pages that may be
 * affected are tokenized again with these places masked: tokens are offsets, so a masked copy of the same length gives
 * the right tree, and other pages pay nothing.
 */
export function maskTokenizerGaps(html: string): string {
  return maskStrayCdata(maskEscapedScripts(html));
}

/**
 * `<![CDATA[` is only valid inside svg and math; elsewhere it is a comment up to the next `>`. The tokenizer treats it
 * as CDATA everywhere and would swallow the page up to the next `]]>`.
 */
function maskStrayCdata(html: string): string {
  let foreign = false;
  return html.replace(/<!\[CDATA\[|<\/?(?:svg|math)(?=[\s/>])/gi, found => {
    if (found[1] !== '!') foreign = found[1] !== '/';
    return foreign || found[1] !== '!' ? found : '<!xCDATA[';
  });
}

/** The standard's script states that determine which `</script>` ends a script. */
type ScriptState = 'outside' | 'comment' | 'script' | 'escaped' | 'double escaped';

const STEPS: Readonly<Record<string, Partial<Record<ScriptState, ScriptState>>>> = {
  '<!--': { outside: 'comment', script: 'escaped' },
  '-->': { comment: 'outside', escaped: 'script', 'double escaped': 'script' },
  '<script': { outside: 'script', escaped: 'double escaped' },
  '</script': { script: 'outside', escaped: 'outside', 'double escaped': 'escaped' },
};

/** `<script><!-- <script> </script> --></script>`: the first end tag does not end the script. */
function maskEscapedScripts(html: string): string {
  let state: ScriptState = 'outside';
  return html.replace(/<!--|-->|<\/?script(?=[\s/>])/gi, found => {
    const before: ScriptState = state;
    const step = found.toLowerCase();
    state = STEPS[step]?.[state] ?? state;
    return before === 'double escaped' && step === '</script' ? '</masked' : found;
  });
}
