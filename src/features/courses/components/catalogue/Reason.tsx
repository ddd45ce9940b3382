import Lightbulb from 'lucide-react/icons/lightbulb'
import { useTranslation } from 'react-i18next'
import type { RecommendationReason } from '#contract/courses/catalogue.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { difficultyKey } from './labels.ts'

/** Why a course is recommended, in one sentence (rules: Learning). */
export const Reason = ({ reason, className }: { reason: RecommendationReason; className?: string }) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const text = () => {
    if (reason.kind === 'most_enrolled') return t('reason.most_enrolled', { count: reason.students })
    if (reason.kind === 'same_tag')
      return t('reason.same_tag', { tag: reason.tag, course: reason.course_title })
    return t('reason.next_difficulty', {
      difficulty: t(difficultyKey(reason.difficulty), { ns: 'courses' }),
      course: reason.course_title,
    })
  }
  return (
    <p
      className={cx(
        'flex items-start gap-2 border-t border-line bg-surface-sunken px-4 py-2.5 text-sm text-ink',
        className,
      )}
    >
      <Lightbulb aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-primary-text" />
      <bdi>{text()}</bdi>
    </p>
  )
}
