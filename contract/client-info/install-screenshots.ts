/** Screenshots for the browser's install dialog, rendered in each client's colours and with its icon. */

/** CSS pixels and device pixel ratio of the screenshot. Browsers accept 320 to 3,840 pixels. */
export const screenshotForms = {
  narrow: { width: 390, height: 844, scale: 2 },
  wide: { width: 1280, height: 800, scale: 1 },
} as const
export type ScreenshotForm = keyof typeof screenshotForms

export const installShots = [
  { page: 'home', form: 'narrow', path: '/' },
  { page: 'home', form: 'wide', path: '/' },
] as const satisfies readonly { page: string; form: ScreenshotForm; path: string }[]
export type ScreenshotPage = (typeof installShots)[number]['page']

/** For example `home-narrow-en`; the language is that of the page in it. */
export const shotName = (page: string, form: string, language: string): string =>
  `${page}-${form}-${language}`
