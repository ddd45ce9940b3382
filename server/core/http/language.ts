import { isLanguage, type Language } from '#contract/languages.ts'
import type { PublicScope, Tenant } from './scope.ts'

/** The first language of the header that the tenant offers; people's apps send the one they are shown in. */
export const askedLanguage = (
  header: string | undefined,
  tenant: Pick<Tenant, 'languages'>,
): Language | undefined => {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';')
      const quality = Number(
        rest
          .find((each) => each.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      )
      return { language: tag.trim().toLowerCase().split('-')[0], quality: quality || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  return wanted
    .map(({ language }) => language)
    .find((language): language is Language => isLanguage(language) && tenant.languages.includes(language))
}

/** The language that the answer's texts should be in. */
export const languageFor = ({ tenant, request }: Pick<PublicScope, 'tenant' | 'request'>): Language =>
  askedLanguage(request.acceptLanguage, tenant) ?? tenant.languages[0]
