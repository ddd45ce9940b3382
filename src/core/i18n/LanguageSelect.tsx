import type { Language } from '#contract/languages.ts'
import { changeLanguage, offeredLanguages } from './language.ts'
import { useLanguage } from './use-language.ts'

/** Each language named in itself, for people who read only that one. */
const nativeName = (language: Language) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** The languages of the client; nothing if it offers only one. */
export const LanguageSelect = ({ label }: { label: string }) => {
  const language = useLanguage()
  const offered = offeredLanguages()
  if (offered.length < 2) return null
  return (
    <select
      aria-label={label}
      className="control w-auto shrink-0 border-line font-native text-sm"
      value={language}
      onChange={(event) => void changeLanguage(event.target.value as Language)}
    >
      {offered.map((code) => (
        <option key={code} value={code} lang={code}>
          {nativeName(code)}
        </option>
      ))}
    </select>
  )
}
