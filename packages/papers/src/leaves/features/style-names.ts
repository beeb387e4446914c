/**
 * The computed styles that pages are rendered with for the style and layout features: those of Chromium, without
 * logical aliases and properties of animation, scrolling and SVG.
 */
export const COMPUTED_STYLES: readonly string[] = `
accent-color align-content align-items align-self alignment-baseline appearance aspect-ratio backdrop-filter
backface-visibility background-attachment background-blend-mode background-clip background-color
background-image background-origin background-position background-repeat background-size baseline-shift
baseline-source border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
border-bottom-width border-collapse border-left-color border-left-style border-left-width border-right-color
border-right-style border-right-width border-top-color border-top-left-radius border-top-right-radius
border-top-style border-top-width bottom box-decoration-break box-shadow box-sizing break-after break-before
break-inside caption-side clear clip clip-path clip-rule color column-count column-fill column-gap
column-height column-span column-width column-wrap content content-visibility counter-increment counter-reset
counter-set cursor direction display dominant-baseline empty-cells field-sizing filter flex-basis
flex-direction flex-grow flex-line-count flex-shrink flex-wrap float font-family font-kerning font-size
font-size-adjust font-stretch font-style font-variant font-variant-alternates font-variant-caps
font-variant-east-asian font-variant-emoji font-variant-ligatures font-variant-numeric font-variant-position
font-weight forced-color-adjust grid-auto-columns grid-auto-flow grid-auto-rows grid-column-end
grid-column-start grid-row-end grid-row-start grid-template-areas grid-template-columns grid-template-rows
height hyphenate-character hyphenate-limit-chars hyphens image-orientation image-rendering initial-letter
isolation justify-content justify-items justify-self left letter-spacing line-break line-height
list-style-image list-style-position list-style-type margin-bottom margin-left margin-right margin-top
margin-trim max-height max-width min-height min-width mix-blend-mode object-fit object-position
object-view-box opacity order orphans outline-color outline-offset outline-style outline-width overflow-anchor
overflow-clip-margin overflow-wrap overflow-x overflow-y overscroll-behavior-x overscroll-behavior-y
padding-bottom padding-left padding-right padding-top paint-order perspective perspective-origin
pointer-events position print-color-adjust quotes resize right rotate row-gap ruby-align ruby-overhang
ruby-position scale tab-size table-layout text-align text-align-last text-decoration text-decoration-color
text-decoration-line text-decoration-skip-ink text-decoration-style text-decoration-thickness
text-emphasis-color text-emphasis-position text-emphasis-style text-indent text-justify text-orientation
text-overflow text-rendering text-shadow text-size-adjust text-transform text-underline-offset
text-underline-position text-wrap-mode text-wrap-style top touch-action transform transform-box
transform-origin transform-style translate unicode-bidi user-select vertical-align visibility
white-space-collapse widows width will-change word-break word-spacing writing-mode z-index zoom
`
  .trim()
  .split(/\s+/);
