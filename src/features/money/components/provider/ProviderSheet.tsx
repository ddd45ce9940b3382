import { useTranslation } from 'react-i18next'
import type { PaymentProviderSettings } from '#contract/money/providers.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { useProviderChange, type ProviderChange } from '../../api/providers.queries.ts'
import { KeyForm } from './KeyForm.tsx'
import { MessageAddress } from './MessageAddress.tsx'

type Props = { settings: PaymentProviderSettings; isChosen: boolean; onClose: () => void }

/** Keys, a test of them, the address for messages, and whether learners pay with this provider. */
export const ProviderSheet = ({ settings, isChosen, onClose }: Props) => {
  const { t } = useTranslation('money')
  const change = useProviderChange(settings.provider)
  const name = t(`provider.name.${settings.provider}`)
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={t(`provider.where.${settings.provider}`)}
      closeLabel={t('close')}
    >
      <div className="flex flex-col gap-6">
        {settings.has_keys && (
          <Standing settings={settings} isChosen={isChosen} change={change} name={name} />
        )}
        <MessageAddress settings={settings} />
        <KeyForm settings={settings} change={change} />
        <Verdict settings={settings} change={change} />
        {settings.has_keys && <Removal isChosen={isChosen} change={change} onRemoved={onClose} />}
      </div>
    </Sheet>
  )
}

const Standing = ({
  settings,
  isChosen,
  change,
  name,
}: Omit<Props, 'onClose'> & { change: ProviderChange; name: string }) => {
  const { t } = useTranslation('money')
  const isReady = settings.checked_at !== null
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink">
        {t(`provider.standing.${isChosen ? 'chosen' : isReady ? 'ready' : 'untested'}`, { name })}
      </p>
      {(isChosen || isReady) && (
        <Button
          size="sm"
          variant={isChosen ? 'secondary' : 'primary'}
          pending={change.isPending}
          onClick={() => change.mutate({ kind: isChosen ? 'stop' : 'use' })}
        >
          {t(isChosen ? 'provider.stop' : 'provider.use', { name })}
        </Button>
      )}
    </div>
  )
}

const Verdict = ({ settings, change }: { settings: PaymentProviderSettings; change: ProviderChange }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const test = change.data?.test ?? null
  if (change.isError) return <Alert kind="error" title={errorText(change.error, t('provider.notSaved'))} />
  if (test && test.failure !== null)
    return (
      <Alert kind="error" title={t(`provider.failure.${test.failure}`)}>
        {t(`provider.remedy.${test.failure}`)}
      </Alert>
    )
  if (settings.checked_at === null) return null
  const time = formatDate(settings.checked_at, language, { time: true })
  return (
    <Alert kind="success" title={t('provider.works', { time })}>
      {test?.account && (
        <>
          {t('provider.account')} <bdi>{test.account}</bdi>
        </>
      )}
    </Alert>
  )
}

type RemovalProps = { isChosen: boolean; change: ProviderChange; onRemoved: () => void }

const Removal = ({ isChosen, change, onRemoved }: RemovalProps) => {
  const { t } = useTranslation('money')
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-ink-muted">{t(isChosen ? 'provider.stopFirst' : 'provider.removeText')}</p>
      {!isChosen && (
        <Button
          size="sm"
          variant="danger"
          pending={change.isPending}
          onClick={() => change.mutate({ kind: 'remove' }, { onSuccess: onRemoved })}
        >
          {t('provider.remove')}
        </Button>
      )}
    </div>
  )
}
