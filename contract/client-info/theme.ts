/**
 * Derives a whole theme from one brand colour (rules: Tenants). Scales are built in OKLCH, where equal steps
 * look
 * equal, so the 600 of every tenant is about equally dark. Pure: server and settings page use the same code.
 */
import { colourSteps, type ColourScale, type ThemeSettings } from './client-info.ts'

/** Lightness and chroma of OKLCH (0..1 and 0..0.4), hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Triple = readonly [number, number, number]

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

/** Parses `#rrggbb`; throws on anything else. */
export const hexToOklch = (hex: string): Oklch => {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`not a colour: ${hex}`)
  const [r, g, b] = [1, 3, 5].map((index) =>
    toLinear(Number.parseInt(hex.slice(index, index + 2), 16) / 255),
  ) as unknown as Triple
  // Matrices of Björn Ottosson's OKLab, https://bottosson.github.io/posts/oklab/
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360,
  }
}

const toLinearRgb = ({ l, c, h }: Oklch): Triple => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const lms = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const
  return [
    4.0767416621 * lms[0] - 3.3077115913 * lms[1] + 0.2309699292 * lms[2],
    -1.2684380046 * lms[0] + 2.6097574011 * lms[1] - 0.3413193965 * lms[2],
    -0.0041960863 * lms[0] - 0.7034186147 * lms[1] + 1.707614701 * lms[2],
  ]
}

const GAMUT_SLACK = 0.0005
const isInGamut = (rgb: Triple) => rgb.every((value) => value >= -GAMUT_SLACK && value <= 1 + GAMUT_SLACK)

/** The nearest displayable colour: lightness and hue stay, chroma is reduced. */
export const oklchToHex = (colour: Oklch): string => {
  let rgb = toLinearRgb(colour)
  if (!isInGamut(rgb)) {
    let low = 0
    let high = colour.c
    for (let round = 0; round < 24; round += 1) {
      const middle = (low + high) / 2
      if (isInGamut(toLinearRgb({ ...colour, c: middle }))) low = middle
      else high = middle
    }
    rgb = toLinearRgb({ ...colour, c: low })
  }
  const channel = (value: number) =>
    Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, value)))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${rgb.map(channel).join('')}`
}

/** Lightness of the ten steps. */
const LADDER = [0.977, 0.95, 0.9, 0.825, 0.73, 0.64, 0.555, 0.475, 0.395, 0.315] as const
/** Chroma of the ten steps: with full chroma, very light and very dark steps look neon. */
const CHROMA = [0.14, 0.26, 0.46, 0.7, 0.9, 1, 1, 0.92, 0.8, 0.66] as const

/**
 * Shifts the ladder so that the step nearest to `l` gets exactly that lightness; the order of steps stays.
 */
const lightnessFor = (l: number): { steps: number[]; anchor: number } => {
  const distances = LADDER.map((step) => Math.abs(step - l))
  const anchor = distances.indexOf(Math.min(...distances))
  const top = LADDER[0]
  const bottom = Math.min(LADDER[9], l)
  const anchorStep = LADDER[anchor] ?? l
  const steps = LADDER.map((step, index) => {
    if (index === anchor) return l
    return index < anchor
      ? l + ((step - anchorStep) / (top - anchorStep)) * (Math.max(top, l) - l)
      : l - ((anchorStep - step) / (anchorStep - LADDER[9])) * (l - bottom)
  })
  return { steps, anchor }
}

/** Ten steps around one colour; the step nearest in lightness is the colour itself. */
export const scaleFrom = (hex: string): ColourScale => {
  const base = hexToOklch(hex)
  const { steps, anchor } = lightnessFor(base.l)
  const full = base.c / (CHROMA[anchor] ?? 1)
  return Object.fromEntries(
    colourSteps.map((step, index) => [
      step,
      index === anchor
        ? hex.toLowerCase()
        : oklchToHex({ l: steps[index] ?? 0, c: Math.min(full, 0.3) * (CHROMA[index] ?? 1), h: base.h }),
    ]),
  ) as ColourScale
}

export interface BrandColours {
  primary: string
  secondary?: string
  accent?: string
}

const SUCCESS: Oklch = { l: 0.555, c: 0.14, h: 152 }
const WARNING: Oklch = { l: 0.73, c: 0.15, h: 72 }
const ERROR: Oklch = { l: 0.555, c: 0.2, h: 27 }

/** Derives the theme. Secondary (a muted neighbour) and accent (the opposite hue) can be set explicitly. */
export const themeFromBrand = (brand: string | BrandColours): ThemeSettings => {
  const colours: BrandColours = typeof brand === 'string' ? { primary: brand } : brand
  const base = hexToOklch(colours.primary)
  const primary = scaleFrom(colours.primary)
  const neutral = scaleFrom(oklchToHex({ l: 0.555, c: Math.min(base.c, 0.012), h: base.h }))
  return {
    primary,
    secondary: scaleFrom(
      colours.secondary ?? oklchToHex({ l: 0.555, c: Math.min(base.c, 0.09), h: (base.h + 330) % 360 }),
    ),
    accent: scaleFrom(colours.accent ?? oklchToHex({ l: 0.73, c: 0.14, h: (base.h + 160) % 360 })),
    neutral,
    success: scaleFrom(oklchToHex(SUCCESS)),
    warning: scaleFrom(oklchToHex(WARNING)),
    error: scaleFrom(oklchToHex(ERROR)),
    nav: {
      background: neutral['50'],
      selected: primary['100'],
      font_dark: neutral['900'],
      font_light: neutral['50'],
    },
    font: { dark: neutral['900'], light: neutral['50'] },
    font_family: 'inter',
    background: neutral['50'],
    course_cta: colours.primary.toLowerCase(),
    default_primary: colours.primary.toLowerCase(),
  }
}
