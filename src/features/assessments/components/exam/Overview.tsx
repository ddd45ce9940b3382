import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import type { AttemptView } from '../../attempt/types.ts'
import { Palette } from './Palette.tsx'

type Props = {
  view: AttemptView
  /** 0 while the summary is open. */
  currentPosition: number
  onGo: (position: number) => void
  onReview: () => void
}

/** All questions and the settings of the exam, beside the question on wide screens. */
export const OverviewAside = ({
  view,
  currentPosition,
  onGo,
  onReview,
  hasShortcuts,
  onShortcuts,
}: Props & { hasShortcuts: boolean; onShortcuts: (areOn: boolean) => void }) => {
  const { t } = useTranslation('assessments')
  return (
    <aside aria-label={t('palette.title')} className="hidden lg:block">
      <div className="card sticky top-36 flex max-h-[calc(100dvh-10rem)] flex-col gap-4 overflow-y-auto p-4">
        <h2 className="text-sm font-semibold text-ink">{t('palette.title')}</h2>
        <Palette questions={view.questions} currentPosition={currentPosition} onGo={onGo} />
        <Button variant="secondary" onClick={onReview}>
          {t('exam.review')}
        </Button>
        <Switch
          label={t('exam.keys')}
          hint={t('exam.keysHint')}
          checked={hasShortcuts}
          onChange={onShortcuts}
        />
        <p className="text-xs text-ink-muted">{t('exam.recorded', { count: view.events })}</p>
      </div>
    </aside>
  )
}

/** All questions over the page on small screens. */
export const OverviewSheet = ({
  view,
  currentPosition,
  onGo,
  onReview,
  isOpen,
  onOpenChange,
}: Props & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) => {
  const { t } = useTranslation('assessments')
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('palette.title')}
      closeLabel={t('palette.close')}
      actions={
        <Button block onClick={onReview}>
          {t('exam.review')}
        </Button>
      }
    >
      <Palette questions={view.questions} currentPosition={currentPosition} onGo={onGo} />
      <p className="mt-4 text-xs text-ink-muted">{t('exam.recorded', { count: view.events })}</p>
    </Sheet>
  )
}
