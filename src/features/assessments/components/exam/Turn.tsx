import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'

type Props = {
  place: number
  total: number
  canFinish: boolean
  final: boolean
  onFinish: () => void
  onGo: (position: number) => void
  onReview: () => void
}

/** Back, submit this answer, on: within reach of the thumb on phones. */
export const Turn = ({ place, total, canFinish, final, onFinish, onGo, onReview }: Props) => {
  const { t } = useTranslation('assessments')
  const onward = useRef<HTMLButtonElement>(null)
  return (
    <nav
      aria-label={t('exam.turn')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface-raised lg:static lg:border-0 lg:bg-transparent"
    >
      <div className="safe-bottom mx-auto max-w-page">
        <div className="flex gap-2 px-4 py-2.5 sm:px-6 lg:px-0 lg:py-0">
          <Button
            variant="secondary"
            disabled={place <= 1}
            icon={<ChevronLeft aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />}
            onClick={() => onGo(place - 1)}
          >
            <span className="sr-only sm:not-sr-only">{t('exam.previous')}</span>
          </Button>
          <Button
            className="min-w-0 flex-1 lg:flex-none"
            variant={canFinish ? 'primary' : 'secondary'}
            disabled={!canFinish}
            onClick={() => {
              onFinish()
              // This button has done its deed and goes dead: the keyboard goes on with the next step.
              onward.current?.focus()
            }}
          >
            {t(final ? 'exam.submitted' : 'exam.submitAnswer')}
          </Button>
          {place < total ? (
            <Button
              ref={onward}
              variant={final ? 'primary' : 'secondary'}
              className="lg:ms-auto"
              icon={<ChevronRight aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />}
              onClick={() => onGo(place + 1)}
            >
              <span className="sr-only sm:not-sr-only">{t('exam.next')}</span>
            </Button>
          ) : (
            <Button
              ref={onward}
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
