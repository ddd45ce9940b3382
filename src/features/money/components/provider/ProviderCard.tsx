import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentProviderName, PaymentProviderSettings } from '#contract/money/providers.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { providersQuery } from '../../api/providers.queries.ts'
import { ProviderSheet } from './ProviderSheet.tsx'

/** What learners pay with, and the way to its keys. */
export const ProviderCard = () => {
  const { t } = useTranslation('money')
  const providers = useQuery(providersQuery())
  const [opened, setOpened] = useState<PaymentProviderName | null>(null)
  if (providers.isPending) return <Skeleton className="mb-8 h-40 w-full rounded-xl" />
  if (!providers.data)
    return (
      <Alert
        kind="error"
        className="mb-8"
        title={t('provider.failed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void providers.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    )
  const { chosen, providers: all } = providers.data
  const shown = all.find(({ provider }) => provider === opened)
  return (
    <section aria-labelledby="payment-provider" className="mb-8">
      <Card pad="none">
        <div className="p-4 sm:px-6 sm:pt-5">
          <h2 id="payment-provider" className="text-lg font-semibold text-ink">
            {t('provider.title')}
          </h2>
          <p className="mt-1 text-sm text-ink-muted">{t(`provider.now.${chosen ?? 'none'}`)}</p>
        </div>
        <ul className="text-sm">
          {all.map((settings) => (
            <Row
              key={settings.provider}
              settings={settings}
              isChosen={settings.provider === chosen}
              onOpen={() => setOpened(settings.provider)}
            />
          ))}
        </ul>
      </Card>
      {shown && (
        <ProviderSheet
          key={shown.provider}
          settings={shown}
          isChosen={shown.provider === chosen}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

type RowProps = { settings: PaymentProviderSettings; isChosen: boolean; onOpen: () => void }

const Row = ({ settings, isChosen, onOpen }: RowProps) => {
  const { t } = useTranslation('money')
  const { provider, has_keys: hasKeys, checked_at: checkedAt, is_test: isTest } = settings
  const name = t(`provider.name.${provider}`)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="font-medium text-ink">{name}</span>
        {isChosen && <Badge tone="success">{t('provider.badge.chosen')}</Badge>}
        {hasKeys && checkedAt === null && <Badge tone="warning">{t('provider.badge.untested')}</Badge>}
        {hasKeys && isTest && <Badge tone="info">{t('provider.badge.test')}</Badge>}
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t(hasKeys ? 'provider.changeName' : 'provider.setUpName', { name })}
        onClick={onOpen}
      >
        {t(hasKeys ? 'provider.change' : 'provider.setUp')}
      </Button>
    </li>
  )
}
