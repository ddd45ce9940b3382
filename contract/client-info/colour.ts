/** Colour arithmetic of WCAG 2.2 on `#rrggbb` values. */
export const WHITE = '#ffffff'
export const BLACK = '#000000'

/** Contrast that text needs, and what controls, focus rings and large text need (WCAG 2.2 AA, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5
export const CONTROL_CONTRAST = 3

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]

const linear = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
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

/** `part` (0 to 1) of `other` mixed into `hex`. */
export const mix = (hex: string, other: string, part: number): string => {
  const [to, from] = [channels(other), channels(hex)]
  const parts = from.map((value, index) => Math.round(value + ((to[index] as number) - value) * part))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const STEPS = 40

/**
 * The colour nearest to `hex` that passes, walking towards each of `ways` in turn.
 * The last way must end in a colour that passes, so end it with black or white.
 */
export const reach = (hex: string, ways: readonly string[], passes: (hex: string) => boolean): string => {
  for (const way of ways)
    for (let step = 0; step <= STEPS; step++) {
      const candidate = mix(hex, way, step / STEPS)
      if (passes(candidate)) return candidate
    }
  return ways.at(-1) ?? hex
}

/** Whether a colour reaches the ratio on every one of the grounds. */
export const standsOn = (grounds: readonly string[], ratio: number) => (hex: string) =>
  grounds.every((ground) => contrast(hex, ground) >= ratio)
