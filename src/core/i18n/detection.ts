/** Spec 1, as options of i18next's detector; what is chosen is stored by `language.ts`. */
import { keys } from '#src/core/storage/keys.ts'

export const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: keys.languageCookie,
  lookupLocalStorage: keys.language,
  lookupSessionStorage: keys.language,
  caches: [],
}
