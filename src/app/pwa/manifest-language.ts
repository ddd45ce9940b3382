/**
 * The server writes the manifest's address in the language that it knows of: the client's own at a first visit. The
 * install dialog, its pictures and the shortcuts shall be in the one that the person reads.
 */
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { currentLanguage, onLanguageChange } from '#src/core/i18n/language.ts'

const LANGUAGE = 'lang'

const align = () => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  if (!link) return
  const url = new URL(link.href)
  const language = currentLanguage()
  // Without one it is the client's first language. The same address again would only be fetched again.
  const said = url.searchParams.get(LANGUAGE) ?? runtimeConfig().client?.languages[0]
  if (said === language) return
  url.searchParams.set(LANGUAGE, language)
  link.href = url.href
}

/** From now on; answers how to stop. */
export const keepManifestInLanguage = (): (() => void) => {
  align()
  return onLanguageChange(align)
}
