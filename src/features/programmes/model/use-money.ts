import { useCallback } from 'react'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'

/** Amounts of a programme as text in the reader's language; ".00" is left out. */
export const useMoney = (currency: string) => {
  const language = useLanguage()
  return useCallback(
    (minor: number) =>
      isolated(formatMoney(minor, currency, language, { trailingZeroDisplay: 'stripIfInteger' })),
    [currency, language],
  )
}
