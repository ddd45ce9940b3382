import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OwnReferral, OwnReferrals } from '#contract/money/referrals.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { paths } from '#src/core/paths.ts'
import { publicAddress } from '#src/core/sharing/public-address.ts'
import { ShareAddress } from '#src/core/sharing/ShareAddress.tsx'
import { formatDate, formatMoney } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Stat, StatRow } from '#src/shared/ui/content/Stat.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Money } from '../../components/Money.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { OWN_PER_PAGE, ownReferralsQuery } from './own-referrals.query.ts'

const FILTERS = listSchema({})

/** /referrals: the learner's code and link, whom they brought, and what it earned. */
export const ReferralsPage = () => {
  const { t } = useTranslation('money/invite')
  const language = useLanguage()
  const list = useListFilters(FILTERS)
  const own = useQuery(ownReferralsQuery(list.filters.page))
  const reward = own.data?.reward
  const intro = reward
    ? t('introReward', {
        amount: formatMoney(reward.amount_minor, reward.currency, language, {
          trailingZeroDisplay: 'stripIfInteger',
        }),
      })
    : t('intro')
  return (
    <>
      <PageHeader title={t('title')} text={intro} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="friends" className="flex min-w-0 flex-col gap-5">
          {own.data && <Totals totals={own.data.totals} />}
          <h2 id="friends" className="text-lg font-semibold text-ink">
            {t('friends')}
          </h2>
          <ListShell
            list={list}
            query={own}
            page={own.data}
            perPage={OWN_PER_PAGE}
            texts={{
              loading: t('loading'),
              failed: t('failed'),
              empty: { title: t('empty'), text: t('emptyHint') },
            }}
            skeleton={{ rows: 4, className: 'h-16' }}
          >
            {(rows) => (
              <ul className="card divide-y divide-line">
                {rows.map((row) => (
                  <Friend key={row.id} row={row} />
                ))}
              </ul>
            )}
          </ListShell>
        </section>
        {own.data && <Share code={own.data.code} />}
      </div>
    </>
  )
}

const Share = ({ code }: { code: string }) => {
  const { t } = useTranslation('money/invite')
  return (
    <Card
      as="section"
      aria-label={t('share.label')}
      className="flex flex-col gap-3 self-start max-lg:-order-1"
    >
      <p className="text-center text-sm text-ink-muted">{t('share.code')}</p>
      <p dir="ltr" className="text-center text-2xl font-bold text-ink">
        {code}
      </p>
      <ShareAddress
        address={publicAddress(`${paths.signup}?ref=${code}`)}
        title={t('share.title')}
        texts={{
          qr: t('share.qr'),
          copy: t('share.copy'),
          copied: t('share.copied'),
          copyFailed: t('share.copyFailed'),
          share: t('share.share'),
        }}
      />
    </Card>
  )
}

const Totals = ({ totals }: Pick<OwnReferrals, 'totals'>) => {
  const { t } = useTranslation('money/invite')
  return totals.map(({ currency, held_minor: held, earned_minor: earned, paid_out_minor: paidOut }) => (
    <StatRow key={currency} columns={3}>
      <Stat label={t('totals.held')} value={<Money minor={held} currency={currency} isWhole />} />
      <Stat label={t('totals.earned')} value={<Money minor={earned} currency={currency} isWhole />} />
      <Stat label={t('totals.paidOut')} value={<Money minor={paidOut} currency={currency} isWhole />} />
    </StatRow>
  ))
}

const Friend = ({ row }: { row: OwnReferral }) => {
  const { t } = useTranslation('money/invite')
  const language = useLanguage()
  const { state, reward, hold_until: until, in_review: inReview } = row
  const isHeld = state === 'held' && until !== null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <bdi className="font-medium wrap-anywhere text-ink">{row.name}</bdi>
        <p className="text-sm text-ink-muted">
          {isHeld
            ? t('heldUntil', { day: formatDate(until, language) })
            : t('since', { day: formatDate(row.at, language) })}
        </p>
      </div>
      {reward && state !== 'rejected' && (
        <span className={state === 'reversed' ? 'text-ink-muted' : 'font-semibold text-ink'}>
          <Money minor={reward.amount_minor} currency={reward.currency} isWhole />
        </span>
      )}
      <StateBadge state={state} inReview={inReview} />
    </li>
  )
}
