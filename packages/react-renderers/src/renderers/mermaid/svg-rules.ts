const words = (text: string): string[] => text.split(' ')

/** The allowed elements of a diagram. Links, images, HTML, scripts and animations are excluded. */
export const allowedElements = words(
  'svg g defs style title desc path rect circle ellipse line polygon polyline text tspan textPath marker symbol use clipPath mask pattern linearGradient radialGradient stop filter feDropShadow feGaussianBlur feOffset feFlood feComposite feMerge feMergeNode feColorMatrix #text',
)

/** The allowed attributes of these elements. `style` and references are checked separately. */
export const allowedAttributes = words(
  'id class style d x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy width height points pathLength transform viewBox preserveAspectRatio version role lang direction href xlink:href offset in in2 result mode operator values type stdDeviation flood-color flood-opacity color-interpolation-filters gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits filterUnits primitiveUnits markerUnits markerWidth markerHeight refX refY orient marker-start marker-mid marker-end clip-path clip-rule mask filter fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit opacity color stop-color stop-opacity display visibility overflow paint-order vector-effect shape-rendering text-rendering text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift textLength lengthAdjust startOffset letter-spacing word-spacing writing-mode font-family font-size font-style font-weight font-variant rotate xml:space',
)

/** Functions of CSS and SVG that compute a value. All other functions could load a resource. */
const ALLOWED_FUNCTIONS = new Set(
  words(
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var translate translatex translatey scale scalex scaley rotate skewx skewy matrix drop-shadow blur brightness cubic-bezier steps not is where root nth-child nth-of-type first-child',
  ),
)
const FUNCTION_NAME = /([\w-]+)\((?=\s*(["']?#)?)/g
/** Matches rules that load resources, and backslashes, which could hide the name of a function. */
const LOADING_RULE = /@(?:import|font-face|namespace|charset)[^;}]*[;}]?|\\/gi

/** Removes functions and rules that could load a resource from a style, a reference or a transformation. */
export const withoutLoads = (text: string): string =>
  text
    .replace(LOADING_RULE, '')
    .replace(FUNCTION_NAME, (call, name: string, inner: string | undefined) =>
      ALLOWED_FUNCTIONS.has(name.toLowerCase()) || (name.toLowerCase() === 'url' && inner !== undefined) ? call : '',
    )
