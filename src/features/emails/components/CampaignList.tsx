import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { campaignStates } from '#contract/emails/campaigns.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { CAMPAIGNS_PER_PAGE, campaignsQuery } from '../api/campaigns.queries.ts'
import { CAMPAIGN_FILTERS } from '../model/filters.ts'
import { CampaignRow } from './CampaignRow.tsx'
import { useNewCampaign } from './use-new-campaign.ts'

/** Campaigns that are sent once. */
export const CampaignList = () => {
  const { t } = useTranslation('emails')
  const list = useListFilters(CAMPAIGN_FILTERS)
  const campaigns = useQuery(campaignsQuery(list.filters))
  const fresh = useNewCampaign()
  return (
    <ListShell
      list={list}
      query={campaigns}
      page={campaigns.data}
      perPage={CAMPAIGNS_PER_PAGE}
      search={t('search')}
      searchClassName="sm:min-w-64 sm:flex-1"
      filtersClassName="grid gap-3 sm:flex sm:flex-wrap sm:items-end"
      filtersLabel={t('filters')}
      actions={
        <Button
          pending={fresh.isPending}
          icon={<Plus aria-hidden="true" size={18} />}
          onClick={() => fresh.start(t('untitled'))}
        >
          {t('new')}
        </Button>
      }
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
              <CampaignRow key={row.id} row={row} />
            ))}
          </ul>
        </Card>
      )}
    </ListShell>
  )
}
