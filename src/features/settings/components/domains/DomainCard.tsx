import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDomain } from '#contract/client-info/domains.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useCheckDomain, useMainDomain, useRemoveDomain } from '../../api/domains.queries.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { DnsRecord } from './DnsRecord.tsx'

type Props = {
  domain: ClientDomain
  /** What its CNAME record points at. */
  target: string | null
}

/** One domain: what is still missing, and what can be done next. */
export const DomainCard = ({ domain, target }: Props) => {
  const { t } = useTranslation('settings')
  const isProved = domain.verified_at !== null
  return (
    <Card as="section" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg font-semibold text-ink">
          <bdi dir="ltr" className="wrap-anywhere">
            {domain.host}
          </bdi>
        </h2>
        <span className="flex flex-wrap gap-2">
          <Badge tone={isProved ? 'success' : 'warning'}>
            {t(isProved ? 'domains.proved' : 'domains.waiting')}
          </Badge>
          {domain.is_main && <Badge tone="success">{t('domains.inLinks')}</Badge>}
        </span>
      </div>
      {isProved ? <Use domain={domain} target={target} /> : <Prove domain={domain} />}
      <Remove domain={domain} />
    </Card>
  )
}

const Prove = ({ domain }: { domain: ClientDomain }) => {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const { mutate, isPending, data, error } = useCheckDomain(domain.id)
  return (
    <>
      <p className="text-sm text-ink-muted">{t('domains.proveText')}</p>
      <DnsRecord type="TXT" name={domain.record_name} value={domain.record_value} />
      {data?.failure && !isPending && (
        <Alert kind="warning" title={t(`domains.record.${data.failure}.title`)}>
          {t(`domains.record.${data.failure}.text`)}
        </Alert>
      )}
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button pending={isPending} onClick={() => mutate()}>
          {t('domains.check')}
        </Button>
        {domain.checked_at !== null && (
          <span className="text-sm text-ink-muted">
            {t('domains.checked', { time: formatDate(domain.checked_at, language, { time: true }) })}
          </span>
        )}
      </div>
    </>
  )
}

const Use = ({ domain, target }: Props) => {
  const { t } = useTranslation('settings')
  const { mutate, isPending, data, error } = useMainDomain(domain.id)
  if (domain.is_main) return <p className="text-sm text-ink-muted">{t('domains.inUseText')}</p>
  return (
    <>
      <p className="text-sm text-ink-muted">
        {t('domains.provedText', { host: isolated(domain.host) })}
        {target === null && ` ${t('domains.noTarget')}`}
      </p>
      {target !== null && <DnsRecord type="CNAME" name={domain.host} value={target} />}
      {data?.failure && !isPending && (
        <Alert kind="warning" title={t(`domains.address.${data.failure}.title`)}>
          {t(`domains.address.${data.failure}.text`)}
        </Alert>
      )}
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
      <Button className="self-start" pending={isPending} onClick={() => mutate()}>
        {t('domains.use')}
      </Button>
    </>
  )
}

const Remove = ({ domain }: { domain: ClientDomain }) => {
  const { t } = useTranslation('settings')
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, error } = useRemoveDomain(domain.id)
  return (
    <>
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
      <Button
        variant="ghost"
        size="sm"
        className="self-start"
        aria-label={t('domains.removeNamed', { host: isolated(domain.host) })}
        onClick={() => setAsking(true)}
      >
        {t('pictures.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('domains.removeNamed', { host: isolated(domain.host) })}
        text={t(domain.verified_at === null ? 'domains.removeWaiting' : 'domains.removeText')}
        confirmLabel={t('pictures.remove')}
        onConfirm={async () => {
          await mutateAsync().catch(() => undefined)
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
