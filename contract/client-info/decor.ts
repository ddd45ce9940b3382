/** From and to of the eight gradients behind initials; white letters have 4.5:1 on both. None is orange: legible orange is brown. */
export const AVATAR_GRADIENTS = [
  ['#2563eb', '#4f46e5'],
  ['#7c3aed', '#a21caf'],
  ['#db2777', '#be123c'],
  ['#0f766e', '#0369a1'],
  ['#15803d', '#0f766e'],
  ['#dc2626', '#be185d'],
  ['#0e7490', '#1d4ed8'],
  ['#9333ea', '#4f46e5'],
] as const

/**
 * The product's own vivid colours for flame, stars and medals, the same for every client. They never carry
 * text; an `-edge` has 3:1 on every background, so it outlines what must be seen; `gold-ink` draws icons on gold.
 */
const DECOR: Record<'light' | 'dark', Record<string, string>> = {
  light: {
    flame: '#ff7a1a',
    'flame-edge': '#d9480f',
    gold: '#ffc02e',
    'gold-edge': '#a86500',
    'gold-ink': '#5c3700',
    silver: '#b9c6d6',
    'silver-edge': '#5b6b80',
    bronze: '#e08e55',
    'bronze-edge': '#9a4f1c',
  },
  dark: {
    flame: '#ff8a33',
    'flame-edge': '#ff8a33',
    gold: '#ffc83d',
    'gold-edge': '#ffc83d',
    'gold-ink': '#5c3700',
    silver: '#c3cfdd',
    'silver-edge': '#c3cfdd',
    bronze: '#e59a63',
    'bronze-edge': '#e59a63',
  },
}

/** `decor-flame`, `avatar-1`, `avatar-1-end` and so on. */
export const decorRoles = (mode: 'light' | 'dark'): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(DECOR[mode]).map(([name, hex]) => [`decor-${name}`, hex])),
  ...Object.fromEntries(
    AVATAR_GRADIENTS.flatMap(([from, to], index) => [
      [`avatar-${index + 1}`, from],
      [`avatar-${index + 1}-end`, to],
    ]),
  ),
})
