import { useTranslation } from 'react-i18next'
import type { ResultPage } from '#contract/assessments/results.ts'
import type { Result } from '#contract/assessments/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { percentText, said } from '../../model/labels.ts'
import { weakestTopic } from '../../model/next-step.ts'

/** Each topic as a bar; the weakest one is where practice helps most. */
export const Topics = ({ page, result }: { page: ResultPage; result: Result }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const weakest = result.topics.length > 1 ? weakestTopic(result.topics) : null
  return (
    <Card as="section" aria-labelledby="topics-title">
      <h2 id="topics-title" className="mb-5 text-lg font-semibold text-ink">
        {t('topics')}
      </h2>
      <ul className="flex flex-col gap-5">
        {result.topics.map((each) => {
          const name = said(each.topic.name, language, page.assessment.main_language)
          const score = { right: each.right, total: each.questions }
          const percent = percentText(each.percent, language)
          return (
            <li key={each.topic.id}>
              <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                <bdi className="font-medium text-ink">{name}</bdi>
                {each === weakest && <Badge tone="primary">{t('practiseFirst')}</Badge>}
                <span className="ms-auto text-sm tabular-nums text-ink-muted">
                  {t('topicScore', { ...score, percent })}
                </span>
              </p>
              <Progress
                value={each.percent}
                label={name}
                valueText={t('topicScore', { ...score, percent })}
                tone={each.right === each.questions ? 'success' : 'primary'}
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
