/** Pieces of the mails about money: amounts and days in the reader's language, with the digits that the app uses. */
import { directionOf, type Language } from '#contract/languages.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Rupees are grouped as in India, as in the app. */
export const moneyText = (minor: number, currency: string, language: Language): string => {
  const locale = currency === 'INR' && language === 'en' ? 'en-IN' : language
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const dayText = (at: Date, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long', timeZone }).format(at)

export const htmlOf = (language: Language, paragraphs: readonly string[]): string => {
  const blocks = paragraphs.map((text) => `<p dir="auto">${escapeHtml(text)}</p>`).join('')
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${blocks}</body></html>`
}
