import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink, PaymentLinkDocument } from '#contract/money/payment-links.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Money } from '../components/Money.tsx'
import { lastMoment, StateBadge } from './LinkTable.tsx'
import { linkQuery } from './links.queries.ts'
import { Notes } from './Notes.tsx'
import { ShareLink } from './ShareLink.tsx'

/** One link: how to share it, what was paid, and its log. */
export const LinkDetail = ({ id }: { id: number }) => {
  const { t } = useTranslation('money/links')
  const { data, error, refetch } = useQuery(linkQuery(id))
  const back = <BackLink to="?">{t('back')}</BackLink>
  if (data) return <Detail document={data} back={back} />
  if (!error)
    return (
      <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
        <Skeleton className="h-10 w-1/2 rounded-lg" />
        <Skeleton className="h-96 w-full rounded-xl" />
      </div>
    )
  const isMissing = isApiError(error) && error.status === 404
  return (
    <>
      {back}
      <EmptyState
        as="h1"
        role="alert"
        illustration={isMissing ? 'notFound' : 'error'}
        title={t(isMissing ? 'missing' : 'failed')}
        action={isMissing ? undefined : <Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    </>
  )
}

const Detail = ({ document, back }: { document: PaymentLinkDocument; back: ReactNode }) => {
  const { t } = useTranslation('money/links')
  const { link } = document
  return (
    <>
      <PageHeader
        above={back}
        title={<bdi className="wrap-anywhere">{link.title}</bdi>}
        text={
          <span className="inline-flex max-w-full flex-wrap items-center gap-2">
            <StateBadge state={link.state} />
            <bdi className="min-w-0 break-all">{link.email ?? t('kind.anyone')}</bdi>
          </span>
        }
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-5">
          <Amounts link={link} />
          <Notes document={document} />
          <Log document={document} />
        </div>
        <ShareLink link={link} />
      </div>
    </>
  )
}

const Amounts = ({ link }: { link: PaymentLink }) => {
  const { t } = useTranslation('money/links')
  const language = useLanguage()
  const sums = [
    ['asked', link.amount_minor],
    ['paid', link.paid_minor],
    ['open', link.amount_minor - link.paid_minor],
    ['waiting', link.waiting_minor],
    ['extra', link.extra_minor],
    ['refunded', link.refunded_minor],
  ] as const
  return (
    <Card as="section" aria-label={t('sums.label')}>
      <dl className="flex flex-wrap gap-x-8 gap-y-4">
        {sums
          .filter(([name, minor], index) => index < 3 || (minor !== 0 && name !== undefined))
          .map(([name, minor]) => (
            <div key={name}>
              <dt className="text-sm text-ink-muted">{t(`sums.${name}`)}</dt>
              <dd className="text-xl font-bold text-ink">
                <Money minor={minor} currency={link.currency} isWhole />
              </dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 text-sm text-ink-muted">
        {link.part_minor === null ? t('sums.whole') : t('sums.parts')}
        {link.part_minor !== null && (
          <>
            {' '}
            <Money minor={link.part_minor} currency={link.currency} isWhole />
          </>
        )}
        {' · '}
        {t('sums.until', { date: formatDate(lastMoment(link), language) })}
      </p>
      {link.extra_minor > 0 && <p className="mt-2 text-sm text-warning-text">{t('sums.extraHint')}</p>}
    </Card>
  )
}

const Log = ({ document: { events, link } }: { document: PaymentLinkDocument }) => {
  const { t } = useTranslation('money/links')
  const language = useLanguage()
  return (
    <Card as="section" aria-labelledby="log">
      <h2 id="log" className="text-lg font-semibold text-ink">
        {t('log.title')}
      </h2>
      <ol className="mt-3 flex flex-col gap-3">
        {events.toReversed().map((event) => (
          <li key={event.id} className="border-s-2 border-line ps-3 text-sm">
            <p className="text-ink">
              {t(`log.${event.kind}`)}
              {event.amount_minor !== null && (
                <>
                  {' · '}
                  <Money minor={event.amount_minor} currency={link.currency} isWhole />
                </>
              )}
            </p>
            <p className="text-ink-muted">
              {formatDate(event.at, language, { time: true })}
              {event.by !== null && (
                <>
                  {' · '}
                  <bdi>{event.by}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
