import Lightbulb from 'lucide-react/icons/lightbulb'
import { useTranslation } from 'react-i18next'
import type { RecommendationReason } from '#contract/courses/catalogue.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { difficultyKey } from './labels.ts'

/** Why a course is recommended, in one sentence (rules: Learning); `isPlain` without a surface of its own. */
export const Reason = ({ reason, isPlain = false }: { reason: RecommendationReason; isPlain?: boolean }) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const text = () => {
    if (reason.kind === 'most_enrolled') return t('reason.most_enrolled', { count: reason.students })
    if (reason.kind === 'same_tag')
      return t('reason.same_tag', { tag: reason.tag, course: reason.course_title })
    if (reason.kind === 'interest') return t('reason.interest', { tag: reason.tag })
    if (reason.kind === 'level')
      return t('reason.level', { difficulty: t(difficultyKey(reason.difficulty), { ns: 'courses' }) })
    return t('reason.next_difficulty', {
      difficulty: t(difficultyKey(reason.difficulty), { ns: 'courses' }),
      course: reason.course_title,
    })
  }
  return (
    <p
      className={cx(
        'flex items-start gap-2 text-sm text-ink',
        !isPlain && 'border-t border-line bg-surface-sunken px-4 py-2.5',
      )}
    >
      <Lightbulb aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-primary-text" />
      <bdi>{text()}</bdi>
    </p>
  )
}
