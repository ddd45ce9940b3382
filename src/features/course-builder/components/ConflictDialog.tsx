import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftState } from '#contract/course-builder/course-builder.ts'
import { cut } from '#contract/text/truncate.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCreateCourse } from '../api/course.mutations.ts'
import { useBuilder } from '../hooks/use-builder.ts'

/**
 * Somebody else saved first: says who and when, and offers three choices. None loses changes without
 * asking.
 */
export const ConflictDialog = () => {
  const { t } = useTranslation('course-builder')
  const { editing, state } = useBuilder()
  const language = useLanguage()
  const notify = useNotify()
  const copy = useCreateCourse()
  const [key] = useState(() => crypto.randomUUID())
  const firstButton = useRef<HTMLButtonElement>(null)
  /** The conflict that the author postponed to review their own changes. */
  const [postponed, setPostponed] = useState<DraftState | null>(null)
  const { theirs } = state
  if (state.save.phase !== 'conflict' || !theirs) return null
  if (postponed === theirs)
    return (
      <Alert
        kind="warning"
        className="mb-4"
        title={t('conflict.title')}
        action={
          <Button size="sm" onClick={() => setPostponed(null)}>
            {t('conflict.decide')}
          </Button>
        }
      >
        {t('conflict.later')}
      </Alert>
    )
  const keepCopy = () => {
    const { course } = state.document
    const ownTitle = course.texts[course.language]?.title || t('outline.untitled')
    const copyTitle = cut(t('conflict.copyTitle', { title: ownTitle }), 200)
    copy.mutate(
      { key, title: copyTitle, language: course.language, document: state.document },
      {
        onSuccess: () => {
          editing.takeTheirs()
          notify({ kind: 'success', title: t('conflict.copied'), message: copyTitle })
        },
      },
    )
  }
  return (
    <Dialog
      open
      stubborn
      onOpenChange={(open) => {
        if (!open) setPostponed(theirs)
      }}
      initialFocus={firstButton}
      title={t('conflict.title')}
      closeLabel={t('action.close')}
      description={t('conflict.text', {
        name: theirs.saved_by?.name ?? t('conflict.somebody'),
        when: formatDate(theirs.saved_at, language, { time: true }),
      })}
    >
      <div className="flex flex-col gap-3">
        <Button ref={firstButton} onClick={editing.mergeMine}>
          {t('conflict.merge')}
        </Button>
        <p className="-mt-1 text-sm text-ink-muted">{t('conflict.mergeHint')}</p>
        <Button variant="secondary" pending={copy.isPending} onClick={keepCopy}>
          {t('conflict.copy')}
        </Button>
        <Button variant="secondary" onClick={editing.takeTheirs}>
          {t('conflict.theirs')}
        </Button>
        <p className="-mt-1 text-sm text-ink-muted">{t('conflict.theirsHint')}</p>
      </div>
    </Dialog>
  )
}
