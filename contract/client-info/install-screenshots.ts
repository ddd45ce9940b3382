/** Pictures of real pages for the browser's install dialog, drawn in each client's colours and with its icon. */

/** Pixels of the picture and how many of them are one of the page's. Browsers take 320 to 3,840. */
export const shotForms = {
  narrow: { width: 390, height: 844, scale: 2 },
  wide: { width: 1280, height: 800, scale: 1 },
} as const
export type ShotForm = keyof typeof shotForms

export const installShots = [
  { page: 'home', form: 'narrow', path: '/' },
  { page: 'home', form: 'wide', path: '/' },
] as const satisfies readonly { page: string; form: ShotForm; path: string }[]
export type ShotPage = (typeof installShots)[number]['page']

/** `home-narrow-en`: the language of the page in it. */
export const shotName = (page: string, form: string, language: string): string =>
  `${page}-${form}-${language}`
