export interface Screen {
  readonly width: number;
  readonly height: number;
}

/** ScreenWidth and ScreenHeight (§3.1.2, without values): a common screen of 2009, and the rendering viewport. */
export const SCREEN: Screen = { width: 1280, height: 1024 };

/** BigEnough (§3.3, without a value): the area of four lines of text half a screen wide. */
export const LEAST_BODY_AREA = 4 * 20 * (SCREEN.width / 2);

/** MaxWordNum (§4.1.2). */
export const MAX_WORD_NUM = 60;
