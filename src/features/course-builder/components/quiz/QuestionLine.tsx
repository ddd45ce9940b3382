import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { problemsOf, type Question } from '../../model/questions.ts'

type Props = {
  question: Question
  /** The name and facts shown above the prompt. */
  about: ReactNode
  open: boolean
  /** The id of the element that it opens. */
  bodyId: string
  onToggle: () => void
  className?: string
}

/** The line of a question in a list, with what is missing. It opens and closes the form. */
export const QuestionLine = ({ question, about, open, bodyId, onToggle, className }: Props) => {
  const { t } = useTranslation('course-builder')
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={bodyId}
      className={cx(
        'flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg px-2 text-start hover:bg-surface-sunken',
        className,
      )}
      onClick={onToggle}
    >
      <ChevronDown
        aria-hidden="true"
        size={18}
        className={cx('shrink-0 text-ink-muted transition-transform', !open && '-rotate-90 rtl:rotate-90')}
      />
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-muted">{about}</span>
        <span dir="auto" className="block truncate font-medium">
          {question.prompt || t('quiz.untitled')}
        </span>
      </span>
      {problemsOf(question).length > 0 && <Badge tone="warning">{t('quiz.incomplete')}</Badge>}
    </button>
  )
}
