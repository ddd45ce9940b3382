/** Colour arithmetic of WCAG 2.2 on `#rrggbb` values. */
export const WHITE = '#ffffff'
export const BLACK = '#000000'

/**
 * Minimum contrast for text, and for controls, focus rings and large text (WCAG 2.2 AA, 1.4.3 and 1.4.11).
 */
export const TEXT_CONTRAST = 4.5
export const CONTROL_CONTRAST = 3

const channels = (hex: string) =>
  [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16)) as [number, number, number]

const linear = (value: number) => {
  const channel = value / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** Relative luminance, 0 (black) to 1 (white). */
export const luminance = (hex: string): number => {
  const [red, green, blue] = channels(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast ratio, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `hex` with a share (0 to 1) of `other` mixed in. */
export const mix = (hex: string, other: string, share: number): string => {
  const [to, from] = [channels(other), channels(hex)]
  const mixed = from.map((value, index) => Math.round(value + ((to[index] as number) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const STEPS = 40

/**
 * The colour nearest to `hex` that passes, mixing it towards each of `targets` in turn.
 * The last target must pass, so end the list with black or white.
 */
export const adjustUntil = (
  hex: string,
  targets: readonly string[],
  passes: (hex: string) => boolean,
): string => {
  for (const target of targets)
    for (let step = 0; step <= STEPS; step++) {
      const candidate = mix(hex, target, step / STEPS)
      if (passes(candidate)) return candidate
    }
  return targets.at(-1) ?? hex
}

/** Whether a colour has the contrast ratio on each of the backgrounds. */
export const hasContrastOn = (backgrounds: readonly string[], ratio: number) => (hex: string) =>
  backgrounds.every((background) => contrast(hex, background) >= ratio)
