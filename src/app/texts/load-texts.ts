/** Where texts come from; only the app knows the features' folders. */
import type { Language } from '#contract/languages.ts'
import type { TextBundle } from '#src/core/i18n/texts.ts'

const guest: Record<Language, () => Promise<{ texts: TextBundle }>> = {
  en: () => import('./guest-en.ts'),
  hi: () => import('./guest-hi.ts'),
  ar: () => import('./guest-ar.ts'),
}

export const loadGuestTexts = async (language: Language): Promise<TextBundle> =>
  (await guest[language]()).texts
