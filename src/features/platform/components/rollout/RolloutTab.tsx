import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeatureState } from '#contract/platform/rollout.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { rolloutQuery } from '../../api/rollout.queries.ts'
import { RolloutSheet } from './RolloutSheet.tsx'

/** How many clients have each feature, and the way to change that. */
export const RolloutTab = () => {
  const { t } = useTranslation(['platform', 'app'])
  const rollout = useQuery(rolloutQuery())
  const [changing, setChanging] = useState<FeatureState | null>(null)
  const nameOf = ({ slug }: FeatureState) => t(`app:shell.nav.${slug}`)
  const columns: Column<FeatureState>[] = [
    {
      key: 'name',
      title: t('rollout.feature'),
      names: true,
      cell: (feature) => (
        <span className="font-medium text-ink">
          {nameOf(feature)}
          {feature.area === 'admin' && <span className="font-normal text-ink-muted"> · {t('forStaff')}</span>}
        </span>
      ),
    },
    ...(['on', 'off', 'forbidden'] as const).map((key) => ({
      key,
      title: t(`rollout.counts.${key}`),
      end: true,
      cell: (feature: FeatureState) => feature[key],
    })),
    {
      key: 'actions',
      title: t('clients.actions'),
      actions: true,
      cell: (feature) => (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('rollout.changeNamed', { name: nameOf(feature) })}
          onClick={() => setChanging(feature)}
        >
          {t('rollout.change')}
        </Button>
      ),
    },
  ]
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-reading text-ink-muted">{t('rollout.text')}</p>
      <ListStates
        rows={rollout.data?.features}
        query={rollout}
        texts={{
          loading: t('rollout.loading'),
          failed: t('rollout.failed'),
          empty: { title: t('clients.empty') },
        }}
        skeleton={{ rows: 6, className: 'h-16' }}
      >
        {(rows) => (
          <RowTable label={t('parts.rollout')} columns={columns} rows={rows} keyOf={({ slug }) => slug} />
        )}
      </ListStates>
      {changing && (
        <RolloutSheet
          feature={changing}
          name={nameOf(changing)}
          clients={rollout.data?.clients ?? 0}
          onClose={() => setChanging(null)}
        />
      )}
    </div>
  )
}
