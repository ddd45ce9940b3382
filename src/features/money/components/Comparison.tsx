import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Comparison as Page, Finding } from '#contract/money/comparison.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { comparisonQuery, useCompareNow, useRepair } from '../api/comparison.queries.ts'
import { Money } from './Money.tsx'

/** Where the books here and at the payment provider differ. Without a provider there is nothing to compare. */
export const Comparison = () => {
  const { t } = useTranslation('money')
  const query = useQuery(comparisonQuery())
  const compare = useCompareNow()
  const repair = useRepair()
  const page = query.data
  if (page && !page.is_possible && page.findings.length === 0) return null
  const failure = compare.error ?? repair.error
  const empty = t(page?.last ? 'compare.none' : 'compare.never')
  return (
    <section aria-labelledby="comparison" className="mb-8">
      <Card pad="none">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 sm:px-6 sm:pt-5">
          <div className="min-w-0 flex-1 basis-64">
            <h2 id="comparison" className="text-lg font-semibold text-ink">
              {t('compare.title')}
            </h2>
            <p className="mt-1 text-sm text-ink-muted">{t('compare.text')}</p>
            {page && <Last last={page.last} />}
          </div>
          <Button size="sm" variant="secondary" pending={compare.isPending} onClick={() => compare.mutate()}>
            {t('compare.now')}
          </Button>
        </div>
        {failure && (
          <Alert
            kind="error"
            className="mx-4 mb-4 sm:mx-6"
            title={errorText(failure, t('compare.notDone'))}
          />
        )}
        <div className="px-4 pb-4 sm:px-6 sm:pb-5">
          {page?.findings.length === 0 ? (
            // The usual case needs no picture.
            <p className="text-ink">{empty}</p>
          ) : (
            <ListStates
              rows={page?.findings}
              query={query}
              texts={{
                loading: t('compare.loading'),
                failed: t('compare.failed'),
                empty: { title: empty },
              }}
              skeleton={{ rows: 2, className: 'h-20' }}
            >
              {(findings) => (
                <ul className="text-sm">
                  {findings.map((finding) => (
                    <Row key={finding.id} finding={finding} repair={repair} />
                  ))}
                </ul>
              )}
            </ListStates>
          )}
        </div>
      </Card>
    </section>
  )
}

const Last = ({ last }: { last: Page['last'] }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  if (!last) return null
  const time = formatDate(last.at, language, { time: true })
  return (
    <p className={last.is_complete ? 'mt-1 text-sm text-ink-muted' : 'mt-1 text-sm text-error-text'}>
      {t(last.is_complete ? 'compare.last' : 'compare.incomplete', { time })}
    </p>
  )
}

type RowProps = { finding: Finding; repair: ReturnType<typeof useRepair> }

const Row = ({ finding, repair }: RowProps) => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const { kind, person, subject, currency } = finding
  const way = finding.is_unknown ? 'unknown' : kind
  const isPending = repair.isPending && repair.variables === finding.id
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-ink">{t(`compare.kind.${kind}`)}</p>
        <p className="text-ink">
          {person && <bdi>{person.name}</bdi>}
          {person && subject !== null && ' · '}
          {subject === null ? !person && t('compare.nobody') : <bdi>{subject}</bdi>}
        </p>
        <dl className="mt-1 flex flex-wrap gap-x-4 text-ink-muted">
          <Amount label={t('compare.theirs')} minor={finding.theirs_minor} currency={currency} />
          <Amount label={t('compare.ours')} minor={finding.ours_minor} currency={currency} />
        </dl>
        <p className="mt-1 break-all text-ink-muted">
          <bdi>{finding.reference}</bdi>
        </p>
        <p className="mt-1 text-ink-muted">{t(`compare.effect.${way}`)}</p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        pending={isPending}
        disabled={repair.isPending && !isPending}
        onClick={() =>
          repair.mutate(finding.id, {
            onSuccess: () => notify({ kind: 'success', title: t('compare.repaired') }),
          })
        }
      >
        {t(`compare.repair.${way}`)}
      </Button>
    </li>
  )
}

const Amount = ({ label, minor, currency }: { label: string; minor: number; currency: string }) => (
  <div className="flex gap-1.5">
    <dt>{label}</dt>
    <dd className="font-semibold text-ink">
      <Money minor={minor} currency={currency} />
    </dd>
  </div>
)
