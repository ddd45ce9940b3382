/**
 * Where texts are: one namespace for each feature folder (`courses`), one for each folder below it
 * (`courses/catalogue`), and `shared/…` for texts of several features. The build joins them by area (build/texts.ts).
 */
import type { ResourceKey } from 'i18next'
import files from 'virtual:texts'
import type { Texts } from '#src/core/i18n/language.ts'
import { areaOf } from './areas.ts'

/** Loads a namespace together with the rest of its area. */
export const loadArea = async (language: string, namespace: string): Promise<Record<string, ResourceKey>> => {
  const area = await files[`${areaOf(namespace)}/${language}`]?.()
  if (!area?.default[namespace]) throw new Error(`No texts for ${namespace} in ${language}`)
  return area.default
}

/** For `startLanguage`: what the guards and error messages need, and the frame around every page. */
export const texts: Texts = { load: loadArea, first: ['app'] }
