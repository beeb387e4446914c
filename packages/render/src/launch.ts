import type { Browser } from 'playwright-core';
import { RenderError } from './errors.js';

/** Flags that cut the browser off the network. Each page gets a proxy of its own (guard.ts). */
const NO_NETWORK = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic', // UDP bypasses proxies
  '--webrtc-ip-handling-policy=disable_non_proxied_udp', // so does WebRTC
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', // for older versions
  '--disable-background-networking',
  '--disable-domain-reliability',
  '--no-pings',
];

/**
 * Features that contact servers or change URLs. The list replaces playwright's own flag, so it repeats the entries we
 * need from it.
 */
export const DISABLED_FEATURES = [
  'AutofillServerCommunication', // sends the structure of forms through the proxy of the page
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'Translate',
  // Pages inside the address bar, for which Chromium starts a process per window.
  'AimEnabled',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

const FLAGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--disable-extensions',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--hide-scrollbars',
  '--font-render-hinting=none', // makes boxes independent of the screen
  '--force-color-profile=srgb',
  // One process per page: snapshots contain only frames in the process of the page.
  '--disable-site-isolation-trials',
];

export interface RunningBrowser {
  readonly browser: Browser;
  readonly pid: number | undefined;
  pageProcesses(): Promise<readonly number[]>;
}

export interface LaunchOptions {
  readonly timeout: number;
  readonly heap: number;
}

export async function launchBrowser(
  executable: string,
  { timeout, heap }: LaunchOptions,
): Promise<RunningBrowser> {
  // The sandbox of Chromium does not work as root; there the container is the boundary.
  const asRoot = process.getuid?.() === 0;
  // Loaded lazily: writing a rendered page does not need it.
  const { chromium } = await import('playwright-core');
  try {
    const browser = await chromium.launch({
      executablePath: executable,
      args: [...NO_NETWORK, ...FLAGS, `--js-flags=--max-old-space-size=${heap}`],
      chromiumSandbox: !asRoot,
      timeout,
      // Signals are handled by the calling program.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const cdp = await browser.newBrowserCDPSession();
    const processes = async (type: string) => {
      const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
      return processInfo.filter(each => each.type === type).map(({ id }) => id);
    };
    const [pid] = await processes('browser');
    return { browser, pid, pageProcesses: () => processes('renderer') };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new RenderError(
      'no-start',
      `${executable} did not start: ${reason}; run it by hand to see what is missing`,
      { cause },
    );
  }
}
