import { changeLanguage, offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage, useText } from '#src/core/i18n/use-text.ts'
import type { Language } from '#contract/common.ts'

/** Each language under its own name, so that it is found by whoever reads only that one. */
const ownName = (language: Language) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** Choice of language before sign-in; hidden where the tenant offers only one. */
export const PageTools = () => {
  const t = useText('auth')
  const language = useLanguage()
  const offered = offeredLanguages()
  return (
    <div className="ms-auto flex shrink-0 items-center gap-2">
      {offered.length > 1 && (
        <select
          aria-label={t('page.language')}
          className="control w-auto border-line pe-2 text-sm"
          value={language}
          onChange={(event) => void changeLanguage(event.target.value as Language)}
        >
          {offered.map((code) => (
            <option key={code} value={code} lang={code}>
              {ownName(code)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
