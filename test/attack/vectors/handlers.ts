/** Event handlers that run by themselves, each with markup that triggers it. */
const SELF_STARTING: readonly string[] = [
  '<body onload=alert(1)>',
  '<body onpageshow=alert(1)>',
  '<body onfocus=alert(1)>',
  '<body onhashchange=alert(1)><a href=#x>x</a>',
  '<body onresize=alert(1)>',
  '<body onscroll=alert(1)><br><br><br><input autofocus>',
  '<body onunhandledrejection=alert(1)><script>Promise.reject(1)</script>',
  '<body onmessage=alert(1)><script>postMessage(1)</script>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg onload="alert(1)"></svg>',
  "<svg onload='alert(1)'></svg>",
  '<svg onload=alert&lpar;1&rpar;>',
  '<svg onload=alert&#40;1)>',
  '<svg onload=&#97;&#108;&#101;&#114;&#116;(1)>',
  '<svg onload=&#x61;lert(1)>',
  '<svg onload\n=\nalert(1)>',
  '<svg \x0conload=alert(1)>',
  '<svg onload = "alert(1)" / >',
  '<style onload=alert(1)></style>',
  '<style onerror=alert(1)>@import "x"</style>',
  '<script onerror=alert(1) src=x></script>',
  '<script onload=alert(1) src=data:,></script>',
  '<img src=data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs= onload=alert(1)>',
  '<p style="animation:x" onanimationstart=alert(1)>text</p><style>@keyframes x{}</style>',
  '<p style="animation:x 1s" onanimationend=alert(1)>text</p><style>@keyframes x{}</style>',
  '<a id=x tabindex=1 onfocus=alert(1) autofocus href=#>link</a>',
  '<div contenteditable autofocus onfocus=alert(1)>text</div>',
  '<object data=data:, onload=alert(1)></object>',
  '<embed src=data:, onload=alert(1)>',
  '<video oncanplay=alert(1) src="data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="></video>',
  '<audio onloadeddata=alert(1) src="data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="></audio>',
  '<iframe onload=alert(1) srcdoc=x></iframe>',
  '<link rel=stylesheet href=data:text/css, onload=alert(1)>',
];

/** Event handlers that need user interaction. */
const ON_DEMAND =
  `onclick ondblclick onauxclick oncontextmenu onmousedown onmouseup onmouseover onmouseout onmousemove onmouseenter
  onmouseleave onwheel onpointerdown onpointerup onpointermove onpointerover onpointerenter ongotpointercapture onkeydown
  onkeyup onkeypress onfocus onblur onfocusin onfocusout oninput onchange onbeforeinput onselect onselectstart onsubmit
  onreset oninvalid ondrag ondragstart ondragend ondragenter ondragover ondrop oncopy oncut onpaste ontouchstart
  ontouchend ontouchmove onscroll onscrollend ontoggle onbeforetoggle oncancel onclose oncuechange ontransitionend
  ontransitionrun onanimationiteration onplay onpause onended onseeked ontimeupdate onvolumechange onwaiting onsecuritypolicyviolation
  onformdata onfullscreenchange onwebkitanimationstart onwebkittransitionend onlostpointercapture onbeforematch`
    .trim()
    .split(/\s+/);

/** Elements allowed in our HTML, which might carry an attribute over. */
const CARRIERS = [
  'p',
  'a href=/x',
  'h2',
  'li',
  'td',
  'blockquote',
  'code',
  'figure',
  'em',
  'img src=/i.png',
  'div',
];

/** Every event handler on an element that is kept, and those that trigger themselves. */
export const HANDLER_VECTORS: readonly string[] = [
  ...SELF_STARTING,
  ...ON_DEMAND.map((name, i) => {
    const carrier = CARRIERS[i % CARRIERS.length]!;
    return `<${carrier} ${name}="alert(1)">Text with a handler</${carrier.split(' ')[0]}>`;
  }),
];
