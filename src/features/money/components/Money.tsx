import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatMoney } from '#src/shared/lib/format.ts'

type Props = { minor: number; currency: string; isWhole?: boolean }

/** An amount in the reader's language. `isWhole` leaves ".00" out, where columns are narrow. */
export const Money = ({ minor, currency, isWhole = false }: Props) => {
  const language = useLanguage()
  const text = formatMoney(
    minor,
    currency,
    language,
    isWhole ? { trailingZeroDisplay: 'stripIfInteger' } : {},
  )
  return <bdi className="whitespace-nowrap tabular-nums">{text}</bdi>
}
