import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageNames, type PaymentProviderSettings } from '#contract/money/providers.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

/** Where the provider reports payments. Without its messages a payment is found by asking, which takes minutes. */
export const MessageAddress = ({ settings }: { settings: PaymentProviderSettings }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const [copied, setCopied] = useState<'ready' | 'done' | 'failed'>('ready')
  const url = settings.message_url ?? new URL(settings.message_path, window.location.origin).href
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied('done'),
      () => setCopied('failed'),
    )
  const last = settings.last_message_at
  return (
    <section aria-labelledby="provider-messages" className="flex flex-col gap-3">
      <h3 id="provider-messages" className="font-semibold text-ink">
        {t('provider.messages.title')}
      </h3>
      <Field label={t('provider.messages.address')} hint={t('provider.messages.hint')}>
        {(control) => (
          <TextInput {...control} readOnly dir="ltr" value={url} onFocus={({ target }) => target.select()} />
        )}
      </Field>
      <Button size="sm" variant="secondary" className="self-start" onClick={copy}>
        <span aria-live="polite">{t(`provider.messages.copy.${copied}`)}</span>
      </Button>
      <details className="text-sm">
        <summary className="cursor-pointer font-medium text-ink">{t('provider.messages.which')}</summary>
        <ul dir="ltr" className="mt-2 flex flex-col gap-1">
          {messageNames[settings.provider].map((name) => (
            <li key={name}>
              <code className="break-all">{name}</code>
            </li>
          ))}
        </ul>
      </details>
      <p className="text-sm text-ink-muted">
        {last === null
          ? t('provider.messages.none')
          : t('provider.messages.last', { time: formatDate(last, language, { time: true }) })}
      </p>
    </section>
  )
}
