import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rolloutActions, type FeatureState, type RolloutAction } from '#contract/platform/rollout.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { previewQuery, useApplyRollout } from '../../api/rollout.queries.ts'
import { emptyTarget, targetOf, type TargetDraft } from '../../model/rollout-target.ts'
import { Preview } from './Preview.tsx'
import { TargetFields } from './TargetFields.tsx'

type Props = { feature: FeatureState; name: string; clients: number; onClose: () => void }

/** What to do with one feature, for whom, and who that is; nothing happens before the last button. */
export const RolloutSheet = ({ feature, name, clients, onClose }: Props) => {
  const { t } = useTranslation('platform')
  const notify = useNotify()
  const [action, setAction] = useState<RolloutAction>('on')
  const [draft, setDraft] = useState<TargetDraft>(emptyTarget)
  const target = targetOf(draft)
  const rollout = target && { slug: feature.slug, action, target }
  const preview = useQuery(previewQuery(rollout))
  const { mutate, isPending, error } = useApplyRollout()
  const affected = rollout === null ? 0 : (preview.data?.affected ?? 0)
  const apply = () => {
    if (rollout === null) return
    mutate(rollout, {
      onSuccess: ({ changed }) => {
        notify({ kind: 'success', title: t('rollout.done', { name, count: changed }) })
        onClose()
      },
    })
  }
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={name}
      description={t('rollout.of', { on: feature.on, count: clients })}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button
            variant={action === 'on' ? 'primary' : 'danger'}
            pending={isPending}
            disabled={affected === 0 || preview.isFetching}
            onClick={apply}
          >
            {t(`rollout.apply.${action}`, { count: affected })}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
        <div className="flex flex-col gap-1.5">
          <Segmented
            legend={t('rollout.action')}
            value={action}
            options={rolloutActions.map((value) => ({ value, label: t(`rollout.actions.${value}`) }))}
            onChange={setAction}
          />
          <p className="text-sm text-ink-muted">{t(`rollout.hints.${action}`)}</p>
        </div>
        <TargetFields draft={draft} onChange={setDraft} />
        {rollout !== null && <Preview query={preview} />}
      </div>
    </Sheet>
  )
}
