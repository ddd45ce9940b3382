import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { usePublish } from '../../api/brand.queries.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import type { BrandDraft } from './use-brand-draft.ts'

type Props = { draft: BrandDraft; onReload: () => Promise<void> }

/** What state the draft is in, and what can be done with it. */
export const PublishBar = ({ draft, onReload }: Props) => {
  const { t } = useTranslation('settings')
  const publish = usePublish()
  const [isAsking, setAsking] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const { saveState, hasDraft, isSavable } = draft
  const publishNow = async () => {
    const number = await draft.save()
    setAsking(false)
    if (number !== null) publish.mutate(number)
  }
  const discard = async () => {
    await draft.discard().catch(() => undefined)
    setDiscarding(false)
  }
  const isBlocked = !hasDraft || !isSavable || saveState === 'conflict' || saveState === 'saving'
  return (
    <div className="flex flex-col gap-3">
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-ink-muted">
          {t(hasDraft ? (saveState === 'saved' ? 'draft.saved' : 'draft.saving') : 'draft.none')}
        </p>
        <div className="flex flex-wrap gap-2">
          {hasDraft && (
            <Button variant="secondary" size="sm" onClick={() => setDiscarding(true)}>
              {t('draft.discard')}
            </Button>
          )}
          <Button size="sm" pending={publish.isPending} disabled={isBlocked} onClick={() => setAsking(true)}>
            {t('draft.publish')}
          </Button>
        </div>
      </Card>
      <SaveProblem draft={draft} onReload={onReload} />
      {publish.error && <Alert kind="error" title={errorText(publish.error, t('draft.publishFailed'))} />}
      <ConfirmDialog
        open={isAsking}
        title={t('draft.publishTitle')}
        text={t('draft.publishText')}
        confirmLabel={t('draft.publish')}
        onConfirm={publishNow}
        onClose={() => setAsking(false)}
      />
      <ConfirmDialog
        open={isDiscarding}
        title={t('draft.discardTitle')}
        text={t('draft.discardText')}
        confirmLabel={t('draft.discard')}
        onConfirm={discard}
        onClose={() => setDiscarding(false)}
      />
    </div>
  )
}

const SaveProblem = ({ draft: { saveState, save }, onReload }: Props) => {
  const { t } = useTranslation('settings')
  if (saveState === 'conflict')
    return (
      <Alert
        kind="warning"
        title={t('draft.conflict')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void onReload()}>
            {t('draft.reload')}
          </Button>
        }
      >
        {t('draft.conflictText')}
      </Alert>
    )
  if (saveState !== 'failed') return null
  return (
    <Alert
      kind="error"
      title={t('draft.failed')}
      action={
        <Button size="sm" variant="secondary" onClick={() => void save()}>
          {t('retry')}
        </Button>
      }
    />
  )
}
