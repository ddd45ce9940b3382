import { brandPicturePath, signInPicturePath } from '#contract/client-info/brand-endpoints.ts'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import type { ClientInfo } from '#contract/client-info/client-info.ts'
import { wordsFor } from '#contract/client-info/sign-in-words.ts'
import type { Language } from '#contract/languages.ts'

type Client = Pick<ClientInfo, 'id' | 'app_logo_url' | 'app_logo_dark_url' | 'app_icon_url'>
type Pictures = Pick<BrandSettings, 'logo' | 'logo_dark' | 'icon'>

/**
 * What a draft shows in place of the published pictures. Empty where the upload is taken away: what the client has
 * without one is not known before it is published.
 */
export const logoOf = (client: Client, draft: Pictures, published: Pictures, isDark: boolean): string => {
  const id = (isDark && draft.logo_dark) || draft.logo
  if (id !== null) return brandPicturePath(client.id, id)
  if (published.logo !== null) return ''
  return (isDark && published.logo_dark === null && client.app_logo_dark_url) || client.app_logo_url
}

export const iconOf = (client: Client, draft: Pictures, published: Pictures): string => {
  if (draft.icon !== null) return brandPicturePath(client.id, draft.icon)
  return published.icon === null ? client.app_icon_url : ''
}

/** The draft's own words for a reader, and its picture. Undefined: the standard words, no picture. */
export const signInOf = (
  { id, languages }: Pick<ClientInfo, 'id' | 'languages'>,
  { sign_in: page }: Pick<BrandSettings, 'sign_in'>,
  language: Language,
) => ({
  heading: wordsFor(page.heading, language, languages),
  line: wordsFor(page.line, language, languages),
  picture: page.picture === null ? undefined : signInPicturePath(id, page.picture),
})
export type SignInOwn = ReturnType<typeof signInOf>

const SCRIPT_START = /^[\uFEFF\s]*</u

/** SVG and HTML are programs' texts: they are refused before they travel. */
export const isTextFile = async (file: Blob): Promise<boolean> =>
  SCRIPT_START.test(await file.slice(0, 200).text())
