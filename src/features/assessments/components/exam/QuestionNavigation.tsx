import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'

type Props = {
  currentPosition: number
  total: number
  canFinish: boolean
  final: boolean
  onFinish: () => void
  onGo: (position: number) => void
  onReview: () => void
}

/** Previous, submit answer and next, within reach of the thumb on phones. */
export const QuestionNavigation = ({
  currentPosition,
  total,
  canFinish,
  final,
  onFinish,
  onGo,
  onReview,
}: Props) => {
  const { t } = useTranslation('assessments')
  const nextButton = useRef<HTMLButtonElement>(null)
  return (
    <nav
      aria-label={t('exam.turn')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface-raised lg:static lg:border-0 lg:bg-transparent"
    >
      <div className="safe-bottom mx-auto max-w-page">
        <div className="flex gap-2 px-4 py-2.5 sm:px-6 lg:px-0 lg:py-0">
          <Button
            variant="secondary"
            disabled={currentPosition <= 1}
            icon={<ChevronLeft aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />}
            onClick={() => onGo(currentPosition - 1)}
          >
            <span className="sr-only sm:not-sr-only">{t('exam.previous')}</span>
          </Button>
          <Button
            className="min-w-0 flex-1 lg:flex-none"
            variant={canFinish ? 'primary' : 'secondary'}
            disabled={!canFinish}
            onClick={() => {
              onFinish()
              // This button becomes disabled, so move the focus to the next step.
              nextButton.current?.focus()
            }}
          >
            {t(final ? 'exam.submitted' : 'exam.submitAnswer')}
          </Button>
          {currentPosition < total ? (
            <Button
              ref={nextButton}
              variant={final ? 'primary' : 'secondary'}
              className="lg:ms-auto"
              onClick={() => onGo(currentPosition + 1)}
            >
              <span className="flex items-center gap-2">
                <span className="sr-only sm:not-sr-only">{t('exam.next')}</span>
                <ChevronRight aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />
              </span>
            </Button>
          ) : (
            <Button
              ref={nextButton}
              variant={final ? 'primary' : 'secondary'}
              className="lg:ms-auto"
              onClick={onReview}
            >
              {t('exam.finish')}
            </Button>
          )}
        </div>
      </div>
    </nav>
  )
}
