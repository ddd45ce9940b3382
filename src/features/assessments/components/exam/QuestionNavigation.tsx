import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ListChecks from 'lucide-react/icons/list-checks'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'

type Props = {
  currentPosition: number
  total: number
  onGo: (position: number) => void
  onReview: () => void
}

/** Previous and next, within reach of the thumb on phones. Next is the primary action of every question. */
export const QuestionNavigation = ({ currentPosition, total, onGo, onReview }: Props) => {
  const { t } = useTranslation('assessments')
  const isLast = currentPosition >= total
  return (
    <nav
      aria-label={t('exam.turn')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface-raised lg:static lg:border-0 lg:bg-transparent"
    >
      <div className="safe-bottom mx-auto max-w-page">
        <div className="flex gap-3 px-4 py-2.5 sm:px-6 lg:justify-between lg:px-0 lg:py-0">
          <Button
            variant="secondary"
            className="flex-1 lg:flex-none"
            disabled={currentPosition <= 1}
            icon={<ChevronLeft aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />}
            onClick={() => onGo(currentPosition - 1)}
          >
            {t('exam.previous')}
          </Button>
          <Button
            className="flex-2 lg:min-w-36 lg:flex-none"
            icon={isLast && <ListChecks aria-hidden="true" size={20} className="shrink-0" />}
            onClick={() => (isLast ? onReview() : onGo(currentPosition + 1))}
          >
            {isLast ? (
              t('exam.finish')
            ) : (
              <span className="flex items-center gap-2">
                {t('exam.next')}
                <ChevronRight aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />
              </span>
            )}
          </Button>
        </div>
      </div>
    </nav>
  )
}
