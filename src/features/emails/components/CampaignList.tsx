import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { campaignStates, type listCampaigns } from '#contract/emails/campaigns.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { CAMPAIGNS_PER_PAGE, campaignsQuery, useCreateCampaign } from '../api/campaigns.queries.ts'
import { CAMPAIGN_FILTERS, campaignLink, STATE_TONES } from '../model/filters.ts'

/** Makes a draft, empty or as a copy, and opens it. Pressing twice makes one. */
export const useNewCampaign = () => {
  const { t } = useTranslation('emails')
  const notify = useNotify()
  const navigate = useNavigate()
  const create = useCreateCampaign()
  const key = useRef(crypto.randomUUID())
  const start = (name: string, copyOf: string | null = null) =>
    create.mutate(
      { idempotency_key: key.current, name, copy_of: copyOf },
      {
        onSuccess: ({ id }) => void navigate(campaignLink(id)),
        onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
      },
    )
  return { start, isPending: create.isPending }
}

export const CampaignList = () => {
  const { t } = useTranslation('emails')
  const list = useListFilters(CAMPAIGN_FILTERS)
  const campaigns = useQuery(campaignsQuery(list.filters))
  const fresh = useNewCampaign()
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <Button
            pending={fresh.isPending}
            icon={<Plus aria-hidden="true" size={18} />}
            onClick={() => fresh.start(t('untitled'))}
          >
            {t('new')}
          </Button>
        }
      />
      <ListShell
        list={list}
        query={campaigns}
        page={campaigns.data}
        perPage={CAMPAIGNS_PER_PAGE}
        search={t('search')}
        searchClassName="sm:min-w-64 sm:flex-1"
        filtersClassName="grid gap-3 sm:flex sm:flex-wrap sm:items-end"
        filtersLabel={t('filters')}
        filters={
          <FilterSelect
            label={t('stateLabel')}
            all={t('allStates')}
            value={list.filters.state}
            options={campaignStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(state) => list.change({ state })}
          />
        }
        texts={{
          loading: t('loading'),
          failed: t('notLoaded'),
          empty: { title: t('empty'), text: t('emptyHint') },
          none: t('none'),
        }}
        skeleton={{ rows: 4, className: 'h-20' }}
      >
        {(rows) => (
          <Card>
            <ul className="-my-3 divide-y divide-line">
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          </Card>
        )}
      </ListShell>
    </>
  )
}

const Row = ({ row }: { row: ResponseOf<typeof listCampaigns>['results'][number] }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const at = row.state === 'scheduled' ? row.scheduled_at : (row.started_at ?? row.changed_at)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <Link
          to={campaignLink(row.id)}
          className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
        >
          <bdi className="wrap-anywhere">{row.name}</bdi>
        </Link>
        <p className="text-sm text-ink-muted">
          {at !== null && formatDate(at, language, { time: true })}
          {row.made_by !== null && (
            <>
              {' · '}
              <bdi>{row.made_by}</bdi>
            </>
          )}
          {row.total > 0 && (
            <>
              {' · '}
              {t('progress', {
                done: formatNumber(row.settled, language),
                of: formatNumber(row.total, language),
              })}
            </>
          )}
        </p>
      </div>
      <Badge tone={STATE_TONES[row.state]}>{t(`state.${row.state}`)}</Badge>
    </li>
  )
}
