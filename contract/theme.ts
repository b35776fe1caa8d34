/**
 * Derives a theme from a shop's chosen color, in OKLCH, where colors of equal lightness look equally light, and with
 * the contrast required by WCAG 2.2. Colors are #rrggbb.
 */

/** Values of the custom properties in web/ui/tokens.css that a theme overrides. */
export interface Palette {
  /** Header, footer and panels, dark in both themes, and the text on them. */
  storm: string
  stormDeep: string
  onStorm2: string
  onStormLine: string
  /** The highlight color and the text on it. */
  flash: string
  onFlash: string
  light: Theme
  dark: Theme
}

/** Colors of the light or the dark theme: the surfaces, tinted with the shop's color, and the buttons and marks. */
export interface Theme {
  page: string
  surface: string
  well: string
  hairline: string
  action: string
  hover: string
  on: string
}

interface Oklch {
  l: number
  c: number
  h: number
}

const WHITE = '#ffffff'
const BLACK = '#0a0f0e'
type Surface = 'page' | 'surface' | 'well' | 'hairline'
/** Lightness and chroma, close to those of tokens.css. */
const SURFACES: Record<'light' | 'dark', Record<Surface, readonly [number, number]>> = {
  light: { page: [0.965, 0.006], surface: [1, 0], well: [0.925, 0.01], hairline: [0.87, 0.015] },
  dark: { page: [0.18, 0.02], surface: [0.235, 0.025], well: [0.33, 0.04], hairline: [0.35, 0.04] },
}
/** Minimum contrast ratios required by WCAG 2.2. */
const TEXT = 4.5
const MARK = 3

/** The lightness step in the search for a readable color. */
const STEP = 0.005

export function paletteOf(accent: string): Palette {
  const { l, c, h } = toOklch(accent)
  const at = (lightness: number, chroma = c) => toHex({ l: lightness, c: Math.min(c, chroma), h })
  const flash = at(Math.max(l, 0.86))
  let deep = Math.min(l, 0.36)
  while (contrast(at(deep), flash) < TEXT || contrast(at(deep), at(0.82, 0.03)) < TEXT) deep -= STEP
  return {
    storm: at(deep),
    stormDeep: at(deep - 0.05),
    onStorm2: at(0.82, 0.03),
    onStormLine: at(deep + 0.12, 0.08),
    flash,
    onFlash: at(0.22, 0.04),
    light: themeOf('light', at, l),
    dark: themeOf('dark', at, l),
  }
}

type At = (lightness: number, chroma?: number) => string

function themeOf(name: 'light' | 'dark', at: At, from: number): Theme {
  const { page, surface, well, hairline } = SURFACES[name]
  const surfaces = {
    page: at(...page),
    surface: at(...surface),
    well: at(...well),
    hairline: at(...hairline),
  }
  // Marks appear on the page, a surface or a well; of these, the well contrasts least with a mark.
  const isReadable = (color: string) =>
    contrast(color, surfaces.well) >= MARK && contrast(color, textOn(color)) >= TEXT
  let l = from
  while (!isReadable(at(l))) l += name === 'light' ? -STEP : STEP
  const on = textOn(at(l))
  return { ...surfaces, action: at(l), hover: at(on === WHITE ? l - 0.06 : l + 0.04), on }
}

function textOn(color: string): string {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK
}

/** The style sheet of a theme. @param accent the shop's color. */
export function themeCss(accent: string): string {
  const { light, dark, ...both } = paletteOf(accent)
  const pair = (name: keyof Theme) => `light-dark(${light[name]}, ${dark[name]})`
  return `:root {
  --storm: ${both.storm};
  --storm-deep: ${both.stormDeep};
  --on-storm-2: ${both.onStorm2};
  --on-storm-line: ${both.onStormLine};
  --flash: ${both.flash};
  --on-flash: ${both.onFlash};
  --page: ${pair('page')};
  --surface: ${pair('surface')};
  --well: ${pair('well')};
  --hairline: ${pair('hairline')};
  --action: ${pair('action')};
  --action-hover: ${pair('hover')};
  --on-action: ${pair('on')};
  --focus: ${pair('action')};
}
`
}

/** Contrast ratio as defined by WCAG 2.2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = linear(color)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linear(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

/** The matrices are from https://bottosson.github.io/posts/oklab/. */
function toOklch(color: string): Oklch {
  const [r = 0, g = 0, b = 0] = linear(color)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

/** Reduces the chroma until the color is within sRGB. */
function toHex({ l, c, h }: Oklch): string {
  let chroma = c
  let parts = toLinear({ l, c: chroma, h })
  while (chroma > 0 && parts.some((part) => part < -0.001 || part > 1.001)) {
    chroma = Math.max(0, chroma - 0.002)
    parts = toLinear({ l, c: chroma, h })
  }
  const hex = parts.map((part) => {
    const inside = Math.min(1, Math.max(0, part))
    const coded = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${hex.join('')}`
}

function toLinear({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}
