import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, languageInfo, type Language } from '#contract/languages.ts'
import { PAYMENT_INSTRUCTIONS_MAX, type PaymentInstructions } from '#contract/courses/payment-instructions.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { paymentQuery, useSavePayment } from '../../api/roster-payment.queries.ts'

/** The client's text about paying, the same for all its premium courses; admins write it here. */
export const PaymentText = () => {
  const { t } = useTranslation('courses/catalogue')
  const payment = useQuery(paymentQuery())
  return (
    <section>
      <h3 className="font-semibold text-ink">{t('staff.payTitle')}</h3>
      <p className="mt-1 text-sm text-ink-muted">
        {t('staff.payIntro', { name: runtimeConfig().client?.name ?? '' })}
      </p>
      {payment.data ? (
        <PaymentForm stored={payment.data.texts} />
      ) : payment.isError ? (
        <Alert
          kind="error"
          className="mt-3"
          title={t('staff.payError')}
          action={
            <Button size="sm" variant="secondary" onClick={() => void payment.refetch()}>
              {t('reviews.retry')}
            </Button>
          }
        />
      ) : (
        <Skeleton className="mt-3 h-40 w-full" />
      )}
    </section>
  )
}

const PaymentForm = ({ stored }: { stored: PaymentInstructions['texts'] }) => {
  const { t } = useTranslation('courses/catalogue')
  const [typed, setTyped] = useState(stored)
  const save = useSavePayment()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(typed)
  }
  return (
    <form className="mt-4 flex flex-col gap-4" onSubmit={submit}>
      {save.isError && <Alert kind="error" title={errorText(save.error, t('staff.failed'))} />}
      {save.isSuccess && <Alert kind="success" title={t('staff.paySaved')} />}
      {(Object.keys(stored) as Language[]).map((language) => (
        <Field key={language} label={t('staff.payLanguage', { language: languageInfo(language).name })}>
          {(control) => (
            <TextArea
              {...control}
              lang={language}
              dir={directionOf(language)}
              rows={4}
              maxLength={PAYMENT_INSTRUCTIONS_MAX}
              value={typed[language] ?? ''}
              onChange={(event) => setTyped((current) => ({ ...current, [language]: event.target.value }))}
            />
          )}
        </Field>
      ))}
      <div>
        <Button type="submit" variant="secondary" pending={save.isPending}>
          {t('staff.paySave')}
        </Button>
      </div>
    </form>
  )
}
