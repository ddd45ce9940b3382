import { useTranslation } from 'react-i18next'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { scriptLanguage } from '#src/shared/lib/text/script-language.ts'
import type { ReceivedAccess } from '../../api/consequences.ts'
import { HOW_TO_PAY_ID } from './use-course-action.ts'

/** How much is paid to whom and in which way, where people cannot pay in the app (rules: Money). */
export const HowToPay = ({ access }: { access: ReceivedAccess }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const { email } = useAppSelector(selectUser)
  const name = runtimeConfig().client?.name ?? ''
  const { price } = access
  const due = price && formatMoney(price.booking_minor ?? price.amount_minor, price.currency, language)
  return (
    <section
      id={HOW_TO_PAY_ID}
      aria-labelledby={`${HOW_TO_PAY_ID}-title`}
      className="scroll-mt-24 rounded-lg bg-surface-sunken p-4 text-sm"
    >
      <h2 id={`${HOW_TO_PAY_ID}-title`} className="text-base font-semibold text-ink">
        {t('pay.title')}
      </h2>
      <p className="mt-1 font-medium text-ink">
        <bdi>{due === null ? t('pay.to', { name }) : t('pay.amountTo', { amount: due, name })}</bdi>
      </p>
      <Ways text={access.payment_instructions} />
      <p className="mt-3 border-t border-line pt-3 text-ink-muted">{t('pay.reference')}</p>
      <p className="flex font-medium text-ink">
        <bdi className="min-w-0 wrap-anywhere">{email}</bdi>
      </p>
    </section>
  )
}

/** The client's own words; without them, the address of its support. */
const Ways = ({ text }: { text: string | null }) => {
  const { t } = useTranslation('courses/catalogue')
  const support = runtimeConfig().client?.support_email
  if (text !== null)
    return (
      <p className="mt-2 whitespace-pre-line text-ink wrap-anywhere">
        <bdi lang={scriptLanguage(text)}>{text}</bdi>
      </p>
    )
  if (!support) return <p className="mt-2 text-ink">{t('pay.ask')}</p>
  return (
    <p className="mt-2 text-ink">
      {t('pay.write')}{' '}
      <a
        href={`mailto:${support}`}
        className="inline-flex min-h-11 items-center font-medium text-primary-text underline wrap-anywhere sm:min-h-6"
      >
        <bdi>{support}</bdi>
      </a>
    </p>
  )
}
