import { useTranslation } from 'react-i18next'
import type { Result } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { resultChange } from '../../model/changes.ts'
import { percentText, said } from '../../model/labels.ts'

type Props = {
  newest: Result
  earlier: readonly Result[]
  mainLanguage: Language
  /** See `boundsOf`. */
  bounds: readonly number[]
}

/** A corrected result and all earlier ones: what changed, and why. */
export const Versions = ({ newest, earlier, mainLanguage, bounds }: Props) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  if (earlier.length === 0) return null
  const versions = [newest, ...earlier]
  return (
    <Card as="section" aria-labelledby="versions-title">
      <h2 id="versions-title" className="text-lg font-semibold text-ink">
        {t('versions.title')}
      </h2>
      <p className="mt-1 text-ink-muted">{t('versions.text')}</p>
      <ol className="mt-4">
        {versions.map((each, index) => {
          const before = versions[index + 1]
          return (
            <li
              key={each.version}
              className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0"
            >
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold tabular-nums text-ink">
                  {percentText(each.percent, language, bounds)}
                </span>
                <span className="tabular-nums text-ink">
                  {t('score', { right: each.right, total: each.questions })}
                </span>
                {index === 0 && <Badge tone="primary">{t('versions.valid')}</Badge>}
              </p>
              <p className="mt-0.5 text-sm text-ink-muted">
                {t(before ? 'versions.corrected' : 'versions.first', {
                  date: formatDate(each.at, language, { time: true }),
                })}
              </p>
              {each.reason !== null && (
                <p className="mt-2 text-ink">
                  <bdi>{each.reason}</bdi>
                </p>
              )}
              {before && <Changes before={before} after={each} mainLanguage={mainLanguage} />}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

const Changes = ({
  before,
  after,
  mainLanguage,
}: {
  before: Result
  after: Result
  mainLanguage: Language
}) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { right, scholarship, passed, topics } = resultChange(before, after)
  const lines = [
    right && t('versions.right', { before: right[0], after: right[1] }),
    ...topics.map((each) =>
      t('versions.topic', {
        topic: said(each.topic.name, language, mainLanguage),
        before: each.before,
        after: each.after,
        total: each.questions,
      }),
    ),
    passed !== null && t(passed ? 'versions.passed' : 'versions.notPassed'),
    scholarship &&
      t('versions.scholarship', {
        before: percentText(scholarship[0], language),
        after: percentText(scholarship[1], language),
      }),
  ].filter((line) => typeof line === 'string')
  return (
    <ul className="mt-2 list-disc ps-5 text-sm text-ink-muted">
      {(lines.length > 0 ? lines : [t('versions.same')]).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
