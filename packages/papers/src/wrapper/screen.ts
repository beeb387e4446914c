/** The screen that the paper's constants speak of. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

/** ScreenWidth and ScreenHeight (§3.1.2 gives no numbers): a usual screen of 2009, and the window pages are drawn in. */
export const SCREEN: Screen = { width: 1280, height: 1024 };

/** BigEnough (§3.3) gives no number: the area of four lines of text half a screen wide. */
export const LEAST_BODY_AREA = 4 * 20 * (SCREEN.width / 2);

/** MaxWordNum (§4.1.2). */
export const MAX_WORD_NUM = 60;
