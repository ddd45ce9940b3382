import { useSyncExternalStore } from 'react'
import { currentLanguage, onLanguageChange } from './language.ts'

/** The language in use, for formatting and language switches. */
export const useLanguage = () => useSyncExternalStore(onLanguageChange, currentLanguage)
