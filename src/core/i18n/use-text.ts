import { useCallback, useSyncExternalStore } from 'react'
import { onLanguageChange } from './language.ts'
import { activeTexts, text, type TextParams } from './texts.ts'

export type Translate = (key: string, params?: TextParams) => string

/** `t('signIn.title', { name })` for pages before sign-in; follows a change of language. */
export const useText = (namespace: string): Translate => {
  const active = useSyncExternalStore(onLanguageChange, activeTexts)
  return useCallback(
    (key: string, params?: TextParams) => text(namespace, key, params),
    // The texts change with the language: a new function makes readers ask again.
    // oxlint-disable-next-line react/exhaustive-deps
    [namespace, active],
  )
}

/** The language in use, for formatting and language switches. */
export const useLanguage = () => useSyncExternalStore(onLanguageChange, activeTexts).language
