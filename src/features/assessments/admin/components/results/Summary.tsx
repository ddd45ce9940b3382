import { useTranslation } from 'react-i18next'
import type { ResultsPage } from '#contract/assessments/admin/results.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { COUNT_STEPS } from '#src/shared/lib/axis.ts'
import { BarChart } from '#src/shared/ui/content/BarChart.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

type Props = { summary: ResultsPage['summary']; isFiltered: boolean }

/** Statistics of all matching attempts: averages, distribution, topics and bands. */
export const Summary = ({ summary, isFiltered }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  return (
    <section aria-label={t('summary.label')} className="grid items-start gap-5 lg:grid-cols-[1fr_340px]">
      <Card>
        <h2 className="mb-1 text-lg font-semibold text-ink">{t('summary.distribution')}</h2>
        {isFiltered && <p className="mb-1 text-sm text-ink-muted">{t('summary.narrowed')}</p>}
        <Distribution summary={summary} />
      </Card>
      <Card className="flex flex-col gap-5">
        <Figures summary={summary} />
        <Topics topics={summary.topics} />
        <Bands bands={summary.bands} finished={summary.finished} />
      </Card>
    </section>
  )
}

const Distribution = ({ summary }: Pick<Props, 'summary'>) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number, percent } = useLocalized()
  const bars = summary.distribution.map((value, index) => {
    const isLast = index === summary.distribution.length - 1
    return {
      key: String(index),
      tick: number(index * 10),
      name: t(isLast ? 'summary.rangeLast' : 'summary.range', {
        from: isolated(percent(index * 10)),
        to: isolated(percent((index + 1) * 10)),
      }),
      value,
      valueText: t('summary.attempts', { count: value }),
    }
  })
  return (
    <BarChart
      even
      bars={bars}
      summary={t('summary.sentence', {
        count: summary.finished,
        average: isolated(percent(summary.average ?? 0)),
        median: isolated(percent(summary.median ?? 0)),
      })}
      columns={[t('row.score'), t('summary.number')]}
      axis={{ steps: COUNT_STEPS, text: number }}
      texts={{ asTable: t('chart.asTable'), asChart: t('chart.asChart') }}
    />
  )
}

const Figures = ({ summary }: Pick<Props, 'summary'>) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number, percent } = useLocalized()
  const figures = [
    ['summary.finished', number(summary.finished)],
    ['summary.average', summary.average === null ? '–' : percent(summary.average)],
    ['summary.median', summary.median === null ? '–' : percent(summary.median)],
  ] as const
  return (
    <dl className="grid grid-cols-3 gap-3">
      {figures.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col-reverse">
          <dt className="text-sm text-ink-muted">{t(label)}</dt>
          <dd className="text-xl font-bold tabular-nums text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Topics = ({ topics }: { topics: Props['summary']['topics'] }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local, percent } = useLocalized()
  if (topics.length === 0) return null
  return (
    <section aria-labelledby="summary-topics">
      <h3 id="summary-topics" className="mb-2 font-semibold text-ink">
        {t('summary.topics')}
      </h3>
      <ul className="flex flex-col gap-2 text-sm">
        {topics.map(({ topic, percent: value }) => (
          <li key={topic.id} className="flex flex-col gap-1">
            <span className="flex justify-between gap-3">
              <bdi className="min-w-0 truncate">{local(topic.name)}</bdi>
              <span className="tabular-nums">{percent(value)}</span>
            </span>
            <Progress value={value} size="sm" label={local(topic.name)} valueText={percent(value)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Bands = ({ bands, finished }: { bands: Props['summary']['bands']; finished: number }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { number, percent } = useLocalized()
  if (bands.length === 0) return null
  return (
    <section aria-labelledby="summary-bands">
      <h3 id="summary-bands" className="mb-1 font-semibold text-ink">
        {t('summary.bands')}
      </h3>
      <dl className="text-sm tabular-nums">
        {bands
          .toSorted((a, b) => b.scholarship_percent - a.scholarship_percent)
          .map((band) => (
            <div key={band.scholarship_percent} className="flex justify-between gap-3 py-1">
              <dt className="text-ink-muted">
                {band.scholarship_percent === 0 ? t('band.none') : percent(band.scholarship_percent)}
              </dt>
              <dd className="flex gap-2">
                <span>{number(band.attempts)}</span>
                <span className="text-ink-muted">
                  {percent(finished === 0 ? 0 : (band.attempts / finished) * 100)}
                </span>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
