/** A salary in words, the same in the app and in the page without JavaScript. */
import { languageInfo, type Language } from '../languages.ts'
import type { Salary } from './shapes.ts'

/** India writes lakhs, in English too: ₹4,20,000. Digits are Latin, as everywhere in the product. */
const localeFor = (currency: string, language: Language): string =>
  `${currency === 'INR' && language === 'en' ? 'en-IN' : languageInfo(language).locale}-u-nu-latn`

export const salaryRange = ({ min, max, currency }: Salary, language: Language): string => {
  const format = new Intl.NumberFormat(localeFor(currency, language), {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  })
  return min === max ? format.format(min) : format.formatRange(min, max)
}
